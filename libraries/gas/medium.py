"""The gas that flows, and the air around."""

from blocks import Block, Parameter


class Medium(Block):
    """The gas in all blocks of a diagram, and the air around them. Without one it is dry air in a room.

    Put one in the diagram to change it; the other blocks find it without a connection.

    Conductances of data sheets are measured with air. For another gas, ``rho_ref`` brings their flow to what passes the
    same opening at the speed of sound: 1.185 kg/m3 times ``(287/R)**0.5 psi(gamma) / psi(1.4)``, where psi is
    ``gamma**0.5 (2/(gamma + 1))**((gamma + 1)/(2 (gamma - 1)))``.
    """

    R = Parameter(287.05, "J/(kg.K)", "gas constant", min=1e-9)
    gamma = Parameter(1.4, "1", "ratio of specific heats", min=1.001, max=2)
    p = Parameter(101325.0, "Pa", "pressure of the surroundings", min=1, display="bar")
    T = Parameter(293.15, "K", "temperature of the surroundings", min=1, display="degC")
    rho_ref = Parameter(1.185, "kg/m3", "density to which conductances refer (ISO 6358)", min=1e-9)
    T_ref = Parameter(293.15, "K", "temperature to which conductances refer (ISO 6358)", min=1, display="degC")
    p_least = Parameter(1.0, "Pa", "flow laws take lower pressures as this", min=1e-6)
    mixing_flow = Parameter(
        1e-9, "kg/s", "flow below which temperatures on both sides mix, so that each is known at rest", min=1e-15
    )
