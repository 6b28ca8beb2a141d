"""The language of Junctura: what a block author imports."""

from blocks.block import Block, SampledBlock, Shared
from blocks.color_scale import ColorScale
from blocks.declare import Flow, Input, Output, Parameter, Structural, Variable
from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.expression import Equation, Equations, Expr
from blocks.port import Port

__all__ = [
    "Block", "ColorScale", "Diagram", "Equation", "Equations", "Expr", "Flow", "Input", "ModelError", "Output",
    "Parameter", "Port", "SampledBlock", "Shared", "Structural", "Variable",
]  # fmt: skip
