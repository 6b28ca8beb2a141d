"""Plain text as TeX wants it."""

from __future__ import annotations

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$",
    "·": r"$\cdot$", "×": r"$\times$", "°": r"$^\circ$", "∞": r"$\infty$", "∫": r"$\int$",
    "√": r"$\surd$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$", "±": r"$\pm$", "−": "$-$", "∧": r"$\wedge$",
    "∨": r"$\vee$", "¬": r"$\neg$", "→": r"$\to$", "∂": r"$\partial$", "∆": r"$\Delta$", "…": r"\dots{}",
    "⁻": "$^-$", "ẋ": r"$\dot x$", "π": r"$\pi$", "–": "--", "‖": r"$\|$", "≈": r"$\approx$", "∝": r"$\propto$",
}  # fmt: skip
GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu "
    "nu xi ο pi rho ς sigma tau upsilon phi chi psi omega"
)
LARGE = dict(
    zip("ΓΔΘΛΞΠΣΦΨΩ", ["Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega"], strict=True)
)
LOW, HIGH = "₀₁₂₃₄₅₆₇₈₉", "⁰¹²³⁴⁵⁶⁷⁸⁹"


def _table() -> dict[int, str]:
    table = dict(SPECIAL)
    table |= {chr(0x3B1 + n): f"$\\{name}$" for n, name in enumerate(GREEK.split()) if name.isascii()}
    table |= {letter: f"$\\{name}$" for letter, name in LARGE.items()} | {"µ": r"$\mu$"}
    table |= {letter: f"$_{n}$" for n, letter in enumerate(LOW)} | {letter: f"$^{n}$" for n, letter in enumerate(HIGH)}
    return str.maketrans(table)


TABLE = _table()


def tex_text(text: str) -> str:
    """Return a text with all letters written as TeX takes them; those it does not know become question marks.

    >>> tex_text("m_1 = 50 %, T₁ in µs")
    'm\\\\_1 = 50 \\\\%, T$_1$ in $\\\\mu$s'
    """
    return text.translate(TABLE).encode("latin-1", "replace").decode("latin-1")


def tex_note(text: str) -> str:
    """Return a line of a note; a formula between two ``$`` stays as it is.

    >>> tex_note("speed_1 is $v_1$")
    'speed\\\\_1 is $v_1$'
    """
    parts = text.split("$")
    if len(parts) % 2 == 0:
        return tex_text(text)  # a dollar, not a formula
    return "".join(f"${part}$" if i % 2 else tex_text(part) for i, part in enumerate(parts))
