"""Estimation: Kalman filters, orientation filters, operators of redundant robots, state machines."""

from libraries.estimation.estimators import EKF, UKF, DiagramUKF
from libraries.estimation.machines import StateMachine
from libraries.estimation.operators import Argmax, IndexShift, NullSpace, PseudoInverse, TaskPriority
from libraries.estimation.orientation import Complementary, Madgwick, Mahony

__all__ = [
    "Argmax", "Complementary", "DiagramUKF", "EKF", "IndexShift", "Madgwick", "Mahony", "NullSpace", "PseudoInverse",
    "StateMachine", "TaskPriority", "UKF",
]  # fmt: skip
