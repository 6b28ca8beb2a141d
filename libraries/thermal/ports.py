"""The heat port."""

from blocks import Flow, Port, Variable


class HeatPort(Port):
    """A surface that heat can enter."""

    domain = "thermal"
    hint = "A HeatCapacitor or FixedTemperature may be missing: something must determine the temperature."
    T = Variable("K", "temperature", start=293.15, nominal=300.0, display="degC")
    Q_flow = Flow("W", "heat flow into the block")
