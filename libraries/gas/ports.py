"""The gas port."""

from blocks import Flow, Port, Variable


class GasPort(Port):
    """An opening through which gas can enter."""

    domain = "gas"
    hint = (
        "A gas port needs something that determines its pressure and temperature:\n"
        "  1. connect it to a Supply or to the Atmosphere, or\n"
        "  2. to a Tank, a cylinder or another volume, so that its pressure becomes a state with a start value.\n"
        "Between two valves that may both be closed there must be a volume, such as a Tube."
    )
    p = Variable("Pa", "absolute pressure", start=101325.0, nominal=1e5, display="bar")
    T = Variable("K", "temperature", start=293.15, nominal=300.0, display="degC")
    m_flow = Flow("kg/s", "mass flow into the block", nominal=1e-3)
    H_flow = Flow("W", "energy that the gas carries into the block", nominal=300.0)
