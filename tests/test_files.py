"""Files appear whole, with the usual permissions, and every failure names the file that was to be written."""

import os
import stat
import time
from pathlib import Path

import pytest

from resonance_env.core.files import STALE_SECONDS, check_can_write, write_atomically


def full_disk(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_file_is_written_with_its_folders_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    for content in ("one", b"two"):
        write_atomically(path, content)
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_permissions_follow_the_umask(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        write_atomically(tmp_path / "file", "text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


def test_a_full_disk_names_the_file_and_keeps_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, "old")
    monkeypatch.setattr("os.fsync", full_disk)

    with pytest.raises(OSError, match="No space left on device") as caught:
        write_atomically(path, "new")
    assert (caught.value.errno, caught.value.filename) == (28, str(path))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_stale_parts_of_the_same_file_are_removed(tmp_path: Path) -> None:
    old, young, other = (tmp_path / name for name in (".file.0123abcd.part", ".file.ab_9xy12.part", ".file.json.0123abcd.part"))
    for part in (old, young, other):
        part.write_text("half")
    an_hour_ago = time.time() - STALE_SECONDS - 1
    os.utime(old, (an_hour_ago, an_hour_ago))
    os.utime(other, (an_hour_ago, an_hour_ago))
    write_atomically(tmp_path / "file", "text")

    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([young.name, other.name, "file"])


def test_what_cannot_be_a_file_is_named_before_and_while_writing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    for path, error in ((tmp_path, IsADirectoryError), (tmp_path / "file" / "more", NotADirectoryError)):
        with pytest.raises(error) as checked:
            check_can_write(path)
        with pytest.raises(OSError, match=r"irectory|exists") as written:
            write_atomically(path, "text")
        assert checked.value.filename == written.value.filename == str(path)
    check_can_write(tmp_path / "new" / "folders" / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_named_before(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError) as caught:
        check_can_write(tmp_path / "new" / "file")
    assert caught.value.filename == str(tmp_path / "new" / "file")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_device_is_named() -> None:
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically("/dev/full", "text")
    assert caught.value.filename == "/dev/full"


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    check_can_write(pipe)
    write_atomically(pipe, "result")
    assert os.read(reader, 100) == b"result"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_symbolic_link_keeps_pointing_to_the_file_that_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    link.symlink_to(target)
    for content in ("new", "replaced"):
        write_atomically(link, content)
        assert (link.is_symlink(), target.read_text()) == (True, content)
    assert sorted(tmp_path.iterdir()) == [link, target]
