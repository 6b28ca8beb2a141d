"""Where the blocks of the saved reference models stand, drawn as rows of names; ``C1@90`` is turned by 90 degrees."""

from __future__ import annotations

from blocks.diagram import Position

COLUMN, ROW = 140, 120  # multiples of the editor's grid of 20

DRAWINGS = {
    "01_TwoMasses": """
        mass1  conduction  mass2
    """,
    "02_Oscillator": """
        sine1  force1  mass1  spring1  fixed1
        sine2  force2  mass2  spring2  fixed2
        .      .       .      damper1  .
    """,
    "03_First": """
        sine  torque  inertia1  gear  inertia2  spring  inertia3
        .     .       .         .     .         damper  .
        .     .       .         fixed .         .       .
    """,
    "04_CauerLowPassAnalog": """
        .     .   .      C2  .      C4  .      .
        .     R1  .      L1  .      L2  .      .
        V@90  .   C1@90  .   C3@90  .   C5@90  R2@90
        .     .   .      .   ground .   .      .
    """,
    "05_PID_Controller": """
        path  integrator  PI  torque  inertia1  spring  inertia2  load
        .     .           .   sensor  .         .       .         .
    """,
    "06_ElastoGap": """
        .     springDamper1  mass1  springDamper2  .
        left  .              fixed  .              right
        .     elastoGap1     mass2  elastoGap2     .
    """,
    "08_HeatingRectifier": """
        .                .              ThermalConductor1  HeatCapacitor1
        .                HeatingDiode1  .                  .
        SineVoltage1@90  .              Capacitor1@90      R@90
        .                .              Ground1            .
    """,
    "09_ControlledTemperature": """
        ramp  onOffController  not_on              .            .                   .                  .
        .     .                .                   idealSwitch  .                   .                  .
        .     .                constantVoltage@90  .            heatingResistor@90  thermalConductor   fixedTemperature
        .     .                .                   ground       .                   heatCapacitor      .
        .     .                .                   .            .                   temperatureSensor  .
    """,
    "10_Rectifier": """
        .       .          D1@270  D2@270  D3@270  Capacitor1@90  .
        V1@180  Inductor1  .       .       .       .              .
        V2@180  Inductor2  .       .       .       ground         load@90
        V3@180  Inductor3  .       .       .       .              .
        .       .          D4@270  D5@270  D6@270  Capacitor2@90  .
    """,
    "11_TranslationalBrake": """
        step   .       .
        mass1  brake   .
        mass2  brake1  fixed
    """,
    "13_RotationalFriction": """
        .     .        .       .             engaged  .             .        .
        sine  product  torque  inertia3@180  clutch   inertia2@180  spring   inertia1@180
        off   .        .       .             .        .             pressed  brake
    """,
    "14_SimpleGearShift": """
        ramp  one     rest       .      .
        .     .       clutch     brake  .
        step  engine  planetary  load   fan
    """,
    "15_MB_Pendulum": """
        fixed  damper  .
        world  rev     body
    """,
    "16_MB_DoublePendulum": """
        fixed  damper     .         .          .
        world  revolute1  boxBody1  revolute2  boxBody2
    """,
    "18_MB_FreeBody": """
        .      spring1  body     .
        world  bar      spring2  .
    """,
    "19_PM_PistonEngine": """
        ground  revoluteDrive  crank  revoluteDisc  rod        revolutePiston  piston
        .       disc           .      .             prismatic  .               .
        world   .              .      .             .          .               .
    """,
    "20_PM_KinematicLoop": """
        wall    spring     .          .          .     .
        .       prismatic  revolute3  arm3       .     .
        ground  .          .          revolute2  .     .
        .       revolute1  arm1       revolute4  arm4  bob
        world   .          .          .          .     .
    """,
    "21_MB_PlanarFourbar": """
        fixed  damper     .          .   .
        .      revolute1  b1         revolute2  b2
        world  .          .          .          revolute4@90
        .      b0         revolute3  b3         .
    """,
    "23_MB_Fourbar1": """
        .      j1        b1  j3  j4  j5    .
        world  .         .   .   .   .     b3@270
        .      position  j2  b2  rev rev1  .
    """,
    "24_RobotR3_OneAxis": """
        path  wanted      PI          Vs@90  Rd2  Rd1  Ri   C      Rp1@180  .   .   .    .      .       .    .
        .     motorAngle  motorSpeed  .      .    diff .    OpI    power    Ra  La  emf  rotor  spring  gear  load
        .     .           hall        hall2@90  Rd3  Rd4@90  .  ground  Rp2@90  .  .  hall1  bearingFriction  .  .  .
    """,
}


def layout(drawing: str) -> dict[str, Position]:
    """Return the place of every block in a drawing."""
    places: dict[str, Position] = {}
    for row, line in enumerate(drawing.strip().splitlines()):
        for column, cell in enumerate(line.split()):
            name, _, turn = cell.partition("@")
            if name != ".":
                places[name] = (column * COLUMN, row * ROW, *([int(turn)] if turn else []))
    return places
