"""Mutants of compiled functions: one small change each, as the code of the changed function."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

OTHER_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OTHER_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One change of one function.

    Attributes:
        module: name in the package.
        function: name of the changed function.
        line: first line of the changed statement.
        lines: a test that reaches none of these lines cannot detect the change.
        before: the statement; of a compound statement only its head.
        after: the changed statement.
        label: unique name, independent of line numbers.
        code: of the changed function.
    """

    module: str
    function: str
    line: int
    lines: frozenset[int]
    before: str
    after: str
    label: str
    code: CodeType


def mutants_of(module: str, path: Path) -> list[Mutant]:
    """Returns all mutants of the functions of a module, in the order of its source."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: list[Mutant] = []
    seen = Counter[str]()
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        original = function_code(function, path)
        for statement, before, after, code in _changes(function, path):
            if code.co_code == original.co_code and code.co_consts == original.co_consts and code.co_names == original.co_names:
                continue
            label = f"{module}.{function.name}: {before} -> {after}"
            seen[label] += 1
            number = f" ({seen[label]})" if seen[label] > 1 else ""
            last = statement.end_lineno or statement.lineno
            if hasattr(statement, "body"):
                last = max(statement.lineno, statement.body[0].lineno - 1)
            lines = frozenset(range(statement.lineno, last + 1))
            found.append(Mutant(module, function.name, statement.lineno, lines, before, after, label + number, code))
    return found


def function_code(function: ast.FunctionDef, path: Path) -> CodeType:
    """Returns the code of a function without running its module."""
    module = ast.fix_missing_locations(ast.Module([function], []))
    compiled = compile(module, str(path), "exec")
    return next(c for c in compiled.co_consts if isinstance(c, CodeType) and c.co_name == function.name)


def _changes(function: ast.FunctionDef, path: Path) -> Iterator[tuple[ast.stmt, str, str, CodeType]]:
    """Yields (statement, its text, its changed text, the changed function); restores the tree afterwards."""
    for statement, parent, field, index in _places(function):
        holder = getattr(parent, field)
        node = holder if index is None else holder[index]
        if isinstance(node, (ast.Name, ast.Attribute)) and _is_sum_with_number(parent):
            continue  # the number itself is changed by one anyway
        before = _head(statement)
        for other in _replacements(node):
            _put(parent, field, index, ast.fix_missing_locations(ast.copy_location(other, node)))
            changed = other if isinstance(other, ast.stmt) else statement
            yield statement, before, _head(changed), function_code(function, path)
            _put(parent, field, index, node)
        if index is not None and isinstance(node, ast.stmt) and index + 1 < len(holder):
            follower = holder[index + 1]
            if _is_call(node) or _is_call(follower):
                holder[index : index + 2] = [follower, node]
                texts = _head(node), _head(follower)
                yield statement, "; ".join(texts), "; ".join(reversed(texts)), function_code(function, path)
                holder[index : index + 2] = [node, follower]


def _places(function: ast.FunctionDef) -> Iterator[tuple[ast.stmt, ast.AST, str, int | None]]:
    """Yields (enclosing statement, parent, field, index) of all nodes below a function, except docstring and decorators."""
    has_docstring = ast.get_docstring(function) is not None

    def below(parent: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[ast.stmt, ast.AST, str, int | None]]:
        for field, value in ast.iter_fields(parent):
            if parent is function and field != "body":
                continue
            nodes = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            for index, node in nodes:
                if not isinstance(node, ast.AST) or (parent is function and has_docstring and index == 0):
                    continue
                enclosing = node if isinstance(node, ast.stmt) else statement
                assert enclosing is not None
                yield enclosing, parent, field, index
                yield from below(node, enclosing)

    yield from list(below(function, None))


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def _is_sum_with_number(node: ast.AST) -> bool:
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))
    return is_sum and any(isinstance(side, ast.Constant) for side in ast.iter_child_nodes(node))


def _is_named_constant(node: ast.AST) -> bool:
    """Returns whether this is a constant, of this module or of another: `LEGAL` or `v.NO_SEAT`."""
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name.isupper()


def _head(statement: ast.stmt) -> str:
    """Returns the text of a statement without the modules of constants; of a compound statement the part before the colon."""
    text = ast.unparse(statement).split(":\n")[0].replace("\n", " ")
    return re.sub(r"\b\w+\.(?=[A-Z])", "", text)


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    """Yields replacements for a node."""
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Continue, ast.Break)):
        yield ast.Pass()
    if isinstance(node, ast.AugAssign):
        yield ast.AugAssign(node.target, OTHER_OPERATORS[type(node.op)](), node.value)
    elif isinstance(node, ast.For):  # the other way round
        yield ast.For(node.target, ast.Call(ast.Name("reversed", ast.Load()), [node.iter], []), node.body, node.orelse)
    elif isinstance(node, ast.If) and not isinstance(node.test, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in OTHER_COMPARISONS[type(operator)]:
                yield ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for place in range(len(node.values)):
            rest = [*node.values[:place], *node.values[place + 1 :]]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield node.operand
    elif isinstance(node, ast.BinOp):
        yield ast.BinOp(node.left, OTHER_OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        yield ast.Constant(node.value + 1)
        yield ast.UnaryOp(ast.USub(), ast.Constant(1)) if node.value == 0 else ast.Constant(node.value - 1)
    elif _is_named_constant(node):
        assert isinstance(node, ast.expr)
        yield ast.BinOp(node, ast.Add(), ast.Constant(1))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        yield ast.Call(node.func, [*node.args[:-1], ast.BinOp(node.args[-1], ast.Sub(), ast.Constant(1))], [])
