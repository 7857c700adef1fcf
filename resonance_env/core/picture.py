"""Pictures as arrays, uint8 `[height, width, 3]`: their size, their file format, and text as a picture.

Pillow draws them; it is imported with the first picture.
"""

import io
from collections.abc import Sequence
from types import ModuleType

import numpy as np

from resonance_env.core.errors import OptionError, UsageError

PICTURE_SIZE = (1280, 800)  # width, height in pixels
MIN_SIZE, MAX_SIZE = 320, 4096
_TEXT_COLOUR, _PAPER = (31, 35, 40), (250, 249, 246)


def pillow(name: str) -> ModuleType:
    """Returns a module of Pillow, such as "Image".

    Raises:
        UsageError: Pillow is not installed.
    """
    try:
        return __import__(f"PIL.{name}", fromlist=[name])
    except ModuleNotFoundError as error:
        raise UsageError(
            "expected Pillow, which draws pictures, got an installation without it: pip install 'resonance-env[render]'"
        ) from error


def check_picture_size(size: tuple[int, int]) -> None:
    """Checks width and height.

    Raises:
        OptionError: one of them is too small or too large to draw.
    """
    if not all(MIN_SIZE <= side <= MAX_SIZE for side in size):
        raise OptionError(f"expected width and height of a picture in {MIN_SIZE} .. {MAX_SIZE}, got {size[0]} x {size[1]}")


def as_png(picture: np.ndarray) -> bytes:
    """Returns the bytes of a PNG file of a picture."""
    file = io.BytesIO()
    pillow("Image").fromarray(picture).save(file, "PNG", optimize=True)
    return file.getvalue()


def as_gif(pictures: Sequence[np.ndarray], seconds: float) -> bytes:
    """Returns the bytes of an animated GIF file of at least one picture, each shown for some seconds."""
    file = io.BytesIO()
    first, *others = (pillow("Image").fromarray(picture).quantize(64) for picture in pictures)
    first.save(file, "GIF", save_all=True, append_images=others, duration=round(1000 * seconds), loop=0)
    return file.getvalue()


def text_picture(text: str, size: tuple[int, int] = PICTURE_SIZE) -> np.ndarray:
    """Draws lines of text in the largest size that fits.

    Raises:
        OptionError: the size cannot be drawn.
        UsageError: Pillow is not installed.
    """
    check_picture_size(size)
    image_module, draw_module, font_module = (pillow(name) for name in ("Image", "ImageDraw", "ImageFont"))
    image = image_module.new("RGB", size, _PAPER)
    draw = draw_module.Draw(image)
    largest = size[1] / 16
    box = draw.multiline_textbbox((0, 0), text, font=font_module.load_default(largest))
    scale = min(1.0, 0.9 * size[0] / max(box[2], 1.0), 0.9 * size[1] / max(box[3], 1.0))
    corner = (0.05 * size[0], 0.05 * size[1])
    draw.multiline_text(corner, text, _TEXT_COLOUR, font_module.load_default(max(largest * scale, 1.0)))
    return np.asarray(image).copy()
