"""Copies of a table, many of each, which share what is printed."""

import io
import pickle

from tests.games.syncro.reference.sets import Printed
from tests.games.syncro.reference.table import Table


class Snapshot:
    """A table as it stood, from which any number of copies can be made."""

    def __init__(self, table: Table) -> None:
        self._printed: list[Printed] = []
        file = io.BytesIO()
        _Pickler(file, self._printed).dump(table)
        self._bytes = file.getvalue()

    def copy(self) -> Table:
        table = _Unpickler(io.BytesIO(self._bytes), self._printed).load()
        assert isinstance(table, Table)
        return table


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, printed: list[Printed]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._printed = printed

    def persistent_id(self, obj: object) -> int | None:
        if not isinstance(obj, Printed):
            return None
        self._printed.append(obj)
        return len(self._printed) - 1


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, printed: list[Printed]) -> None:
        super().__init__(file)
        self._printed = printed

    def persistent_load(self, pid: int) -> Printed:
        return self._printed[pid]
