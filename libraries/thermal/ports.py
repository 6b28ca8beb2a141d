"""The heat port."""

from blocks import Flow, Port, Variable


class HeatPort(Port):
    """A surface that heat can enter."""

    domain = "thermal"
    hint = (
        "A heat port needs something that determines its temperature:\n"
        "  1. connect it to a FixedTemperature, or\n"
        "  2. to a HeatCapacitor, so that its temperature becomes a state with a start value."
    )
    T = Variable("K", "temperature", start=293.15, nominal=300.0, display="degC")
    Q_flow = Flow("W", "heat flow into the block")
