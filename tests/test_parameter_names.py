"""A parameter's name says what it is: in `client/` and `server/` no name stands for more than three types."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from tools.bootstrap import ROOT

MOST_TYPES: Final = 3
PLAIN: Final = ("value", "values", "key", "kind", "size", "other", "before", "after", "change", "data")
"""Names that may stand for anything."""
UNIONS: Final = ("Action", "Intent", "AnyFact", "PageMessage")
"""Unions whose members count as one type, as the subclasses of a class do."""
GAMES_WORDS: Final = ("Action", "State", "View", "Options", "Layout", "Piece")
"""Words of the contract of which each game has its own form; to code that knows no game it is `Any`."""
OWN_FORMS: Final = (
    (re.compile(rf"\b(?:core\.games|client\.boards)[\w.]*\.({'|'.join(GAMES_WORDS)})\b"), r"\1"),
    (re.compile(r"\bcore\.games\.\w+\.rules\.\w+"), "core.game.AnyGame"),
    (re.compile(r"\bclient\.screens\.[\w.]*Actions\b"), "Actions"),  # what a screen asks of the program
)
SEVERAL: Final = re.compile(
    r"\b(?:Sequence|Iterable|Iterator|Collection|Container|list|set|frozenset|tuple)"
    r"\[((?:[^\[\]]|\[[^\[\]]*\])+?)(?:, \.\.\.)?\]"
)
OURS: Final = ("core.", "client.", "server.", "assets.")
CONTAINERS: Final = ("Callable", "Sequence", "Mapping", "tuple", "dict", "list")


class Source(NamedTuple):
    """Module, with the full names of what it imports and defines."""

    module: str
    tree: ast.Module
    names: Mapping[str, str]

    @classmethod
    def of(cls, module: str, text: str) -> Source:
        tree, names = ast.parse(text), {}
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(origin, aliases):
                    names |= {each.asname or each.name: f"{origin}.{each.name}" for each in aliases}
                case ast.Import(aliases):
                    names |= {each.asname: each.name for each in aliases if each.asname}
        for node in tree.body:
            match node:
                case ast.ClassDef(name) | ast.Assign([ast.Name(name)]):
                    names[name] = f"{module}.{name}"
        return cls(module, tree, names)

    def full(self, node: ast.expr) -> str:
        """Expression with the full name of every type, without those of the standard library."""
        text = ast.unparse(node).strip("'*")  # a star: what stands there is a TypeVarTuple
        text = re.sub(r"(?<![.\w])[A-Za-z_]\w*", lambda found: self.names.get(found[0], found[0]), text)
        return re.sub(r"\b(?:typing|collections\.abc)\.", "", text)


def sources(*folders: str) -> Iterator[Source]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            yield Source.of(module, path.read_text(encoding="utf-8"))


def forms(modules: Iterable[Source]) -> dict[str, str]:
    """What each type counts as: a subclass as its base, an alias as what it stands for, by full names."""
    found = dict.fromkeys(("BaseException", "OSError", "ValueError"), "Exception")
    members = {}
    for source in modules:
        for name, origin in source.names.items():
            if origin.startswith(OURS) and origin != f"{source.module}.{name}":
                found[f"{source.module}.{name}"] = origin
        for node in source.tree.body:
            match node:
                case ast.ClassDef(name, bases):
                    own = [base for base in map(source.full, bases) if base.startswith(OURS)]
                    found |= {f"{source.module}.{name}": base for base in own[:1]}
                case ast.Assign([ast.Name(name)], ast.BinOp(op=ast.BitOr()) as union):
                    if name in UNIONS or (
                        name.endswith("Action") and source.module.startswith("core.games.")
                    ):
                        kinds = source.full(union).split(" | ")
                        members |= dict.fromkeys(kinds, f"{source.module}.{name}")
                    else:
                        found[f"{source.module}.{name}"] = source.full(union)
                case ast.Assign([ast.Name(name)], ast.Subscript(ast.Name(kind)) as alias) if (
                    kind in CONTAINERS
                ):
                    found[f"{source.module}.{name}"] = source.full(alias)
    return found | members


def type_of(annotation: str, forms: Mapping[str, str]) -> str:
    """Type of a parameter as it counts: without None, and several things are so in any container."""
    simpler = ""
    while simpler != annotation:
        simpler, annotation = (
            annotation,
            re.sub(r"[\w.]+", lambda name: forms.get(name[0], name[0]), annotation),
        )
    for form, general in OWN_FORMS:
        annotation = form.sub(general, annotation)
    annotation = annotation.replace("dict[", "Mapping[")
    while (simpler := SEVERAL.sub(r"several[\1]", annotation)) != annotation:
        annotation = simpler
    return " | ".join(sorted({*_members(ast.parse(annotation, mode="eval").body)} - {"None"}))


def _members(union: ast.expr) -> Iterator[str]:
    if isinstance(union, ast.BinOp):
        yield from (*_members(union.left), *_members(union.right))
    else:
        yield ast.unparse(union)


def types(modules: Iterable[Source], forms: Mapping[str, str]) -> dict[str, set[str]]:
    """Types of each name of a parameter."""
    found = defaultdict(set)
    for source in modules:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.arg) and node.annotation is not None:
                found[node.arg].add(type_of(source.full(node.annotation), forms))
    for kinds in found.values():
        if not kinds.isdisjoint((*GAMES_WORDS, "core.game.AnyGame")):
            kinds.discard("Any")
    return found


def ambiguous(found: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Names that stand for too many types, with these."""
    many = {name: sorted(kinds) for name, kinds in sorted(found.items()) if len(kinds) > MOST_TYPES}
    return {name: kinds for name, kinds in many.items() if name not in PLAIN}


def test_a_parameters_name_has_few_types() -> None:
    found = types(sources("client", "server"), forms(sources("core", "client", "server", "assets")))
    assert ambiguous(found) == {}
    assert len(PLAIN) <= 10
    assert [name for name in PLAIN if len(found[name]) <= MOST_TYPES] == []


def test_this_test_can_see() -> None:
    contract = Source.of(
        "core.games.chess.state", "class Move: pass\nclass Drop: pass\nAction = Move | Drop\n"
    )
    screen = Source.of(
        "client.screens.x",
        "from collections.abc import Sequence\n"
        "from core.games.chess.state import Action, Move, Drop\n"
        "class Row: pass\n"
        "class Head(Row): pass\n"
        "Rows = Sequence[Row]\n"
        "def f(line: str, rows: Rows, action: Action): pass\n"
        "def g(line: int | None, rows: list[Head], action: Move): pass\n"
        "def h(line: Row, rows: tuple[Row, ...], action: Drop | None): pass\n"
        "def i(line: 'bytes', value: Row): pass\n",
    )
    found = types([screen], forms([contract, screen]))
    assert ambiguous(found) == {"line": ["bytes", "client.screens.x.Row", "int", "str"]}
    assert found["rows"] == {"several[client.screens.x.Row]"} and found["action"] == {"Action"}
