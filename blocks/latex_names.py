"""Names and numbers as a textbook sets them: greek letters, subscripts, powers of ten."""

from __future__ import annotations

import math
import re

GREEK = {
    *("alpha", "beta", "gamma", "delta", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi"),
    *("rho", "sigma", "tau", "chi", "psi", "omega"),
    *("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega"),
}
# the shapes that mechanics and controls use
VARIANTS = {"phi": r"\varphi", "epsilon": r"\varepsilon", "eps": r"\varepsilon"}


def name_latex(path: str, accent: str = "", index: str = "") -> str:
    r"""Return a name with its parts as subscripts; ``accent`` goes over the letter, ``index`` at the end.

    >>> name_latex("p.v"), name_latex("tau_max"), name_latex("pins[2].i"), name_latex("w", r"\dot")
    ('v_{p}', '\\tau_{\\mathrm{max}}', 'i_{\\mathrm{pins},2}', '\\dot{w}')
    """
    *owners, name = path.split(".")
    name, _, own_index = name.partition("[")
    letter, below = _letter_and_rest(name)
    for owner in owners:
        port, _, number = owner.partition("[")
        below += [_word(port), number.rstrip("]")]
    below += [own_index.rstrip("]"), index]
    main = f"{accent}{{{letter}}}" if accent else letter
    subscript = ",".join(part for part in below if part)
    return f"{main}_{{{subscript}}}" if subscript else main


def _letter_and_rest(name: str) -> tuple[str, list[str]]:
    """Return the main sign of a name, and what goes below it: T_ref is T with ref below, stroke is a word."""
    # fx is the part of f along x
    match = re.fullmatch(r"(?P<head>[A-Za-z]+?)(?P<below>[xyz]?\d*)(?:_(?P<rest>\w+))?", name)
    if match is None or not _is_letter(match["head"]):
        return _word(name), []
    rest = [_word(part) for part in (match["rest"] or "").split("_")]
    return _word(match["head"]), [match["below"], *rest]


def _is_letter(word: str) -> bool:
    return len(word) == 1 or word in GREEK or word in VARIANTS


def _word(word: str) -> str:
    if word in VARIANTS:
        return VARIANTS[word]
    if word in GREEK:
        return f"\\{word}"
    if len(word) == 1 or word.isdigit() or not word:
        return word.replace("_", r"\_")
    return "\\mathrm{" + word.replace("_", "\\_") + "}"


def number_latex(value: float | bool) -> str:
    r"""Return a number; large and small ones with a power of ten, multiples of pi with the letter.

    >>> number_latex(1.5e-9), number_latex(100.0), number_latex(math.pi / 2), number_latex(math.inf)
    ('1.5 \\cdot 10^{-9}', '100', '\\pi / 2', '\\infty')
    """
    if isinstance(value, bool):
        return rf"\mathrm{{{str(value).lower()}}}"
    if math.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    for factor, text in ((1, r"\pi"), (2, r"2 \pi"), (0.5, r"\pi / 2"), (0.25, r"\pi / 4")):
        if value == factor * math.pi:
            return text
    mantissa, _, exponent = f"{value:.12g}".partition("e")
    if not exponent:
        return mantissa
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa} \cdot {power}"
