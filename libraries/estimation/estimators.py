"""Kalman filters as blocks: the model is code of the project, or a diagram; the filter is ours.

At each sample the filter first predicts, over the period that has passed and with the inputs of the sample before, then
takes in the measurement. Functions of the project say by the names of their parameters what they want: ``x``, ``u``,
``t``, ``period``, ``p``, and for noise that is not simply added ``w`` (process) and ``v`` (measurement).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from blocks import Input, ModelError, Output, Parameter, Structural
from blocks.called import CalledBlock, Given
from libraries.estimation import kalman
from libraries.estimation.kalman import Array, Belief, Sigma, Surprise
from libraries.estimation.models import (
    DiagramMeasurement,
    DiagramProcess,
    ModelFunction,
    StateFunction,
    project_function,
)

Functions = Mapping[str, StateFunction]


@dataclass(frozen=True)
class Memory:
    """What a filter remembers from one sample to the next."""

    belief: Belief
    functions: Functions
    u: Any = None


class StateEstimator(CalledBlock):
    """What Kalman filters share: sizes, noise, start, and how consistent they are."""

    u = Input("any", "known inputs of the process", shape="inputs", default=0)
    z = Input("any", "measurements", shape="measurements")
    truth = Input("any", "true state, for the consistency check only", shape="states", default=0)
    x = Output("any", "estimated state", shape="states")
    deviation = Output("any", "standard deviations that the filter expects of its errors", shape="states")
    innovation = Output("any", "measurement minus what was expected", shape="measurements")
    nis = Output("1", "normalised innovation squared: on average the number of measurements if all is well")
    nees = Output("1", "normalised estimation error squared: on average the number of states; 0 without truth")
    states = Structural(2, "number of states", min=1)
    inputs = Structural(1, "number of inputs", min=1)
    measurements = Structural(1, "number of measurements", min=1)
    has_truth = Structural(False, "whether the true state is connected")
    x0 = Parameter(0.0, "any", "state at the start", shape="states")
    x0_deviation = Parameter(1.0, "any", "standard deviations of the state at the start", shape="states")
    Q = Parameter(0.0, "any", "process noise of one period: one or more standard deviations, or the whole covariance")
    R = Parameter(1.0, "any", "measurement noise: one or more standard deviations, or the whole covariance")
    gate = Parameter(0.0, "1", "measurements with a larger nis are not believed; 0 believes all", min=0)

    def functions(self, given: Given) -> Functions:
        """Return the process and the measurement."""
        raise NotImplementedError

    def begin(self, given: Given) -> Memory:
        """Return the belief at the start."""
        return Memory(Belief(given.x0, np.diag(np.abs(given.x0_deviation))), self.functions(given))

    def step(self, given: Given, state: Memory) -> tuple[Mapping[str, Any], Memory]:
        """Return the estimate after the measurement of this sample."""
        belief = state.belief
        about = {"period": given.period, "p": getattr(given, "p", None)}
        if state.u is not None:
            # the inputs of the sample before were at work until now
            before = {**about, "t": given.time - given.period, "u": state.u}
            belief = self.predict(given, state.functions, belief, before)
        updated, surprise = self.update(given, state.functions, belief, {**about, "t": given.time, "u": given.u})
        nis = surprise.nis
        if not given.gate > 0 or nis <= given.gate:
            belief = updated
        error = kalman.nees(belief, given.truth) if self.has_truth else 0.0
        results = {
            "x": belief.mean, "deviation": belief.deviation, "innovation": surprise.innovation, "nis": nis,
            "nees": error,
        }  # fmt: skip
        return results, replace(state, belief=belief, u=given.u)

    def predict(self, given: Given, functions: Functions, belief: Belief, about: Any) -> Belief:
        """Return the belief one period later."""
        raise NotImplementedError

    def update(
        self, given: Given, functions: Functions, belief: Belief, about: Any
    ) -> tuple[Belief, Surprise]:
        """Return the belief after the measurement."""
        raise NotImplementedError


class ProjectModel(StateEstimator):
    """What filters share whose model is code of the project."""

    runs_project_code = True
    file = Structural("model.py", "Python file in the folder of the diagram")
    process = Structural("process", "function in it that returns the state one period later")
    measurement = Structural("measurement", "function in it that returns what is measured in a state")
    is_vectorized = Structural(False, "whether the functions take many states at once, as columns")
    p = Parameter([0.0], "any", "numbers for the functions; passed to them as p")

    def project_functions(self) -> list[tuple[str, str]]:
        """Return the functions of the model."""
        return [(self.file, self.process), (self.file, self.measurement)]

    def functions(self, given: Given) -> Functions:
        """Return the functions of the project."""
        load, many = partial(project_function, given.project, self.file), self.is_vectorized
        return {
            "process": load(self.process, self.states, many),
            "measurement": load(self.measurement, self.measurements, many),
        }


class Unscented(StateEstimator):
    """What unscented filters share: sigma points."""

    alpha = Parameter(1.0, "1", "how far the sigma points are spread", min=1e-4, max=1)
    beta = Parameter(0.0, "1", "extra weight of the middle point in covariances; 2 suits small alpha", min=0)
    kappa = Parameter(0.0, "1", "second measure of the spread")

    def noise_is_inside(self) -> bool:
        """Tell whether the functions take the noise."""
        return False

    def predict(self, given: Given, functions: Functions, belief: Belief, about: Any) -> Belief:
        """Return the belief one period later."""
        f, sigma = functions["process"], _sigma(given)
        if self.noise_is_inside():
            root = kalman.noise_root(np.atleast_1d(given.Q))
            return kalman.unscented_predict_any(belief, lambda x, w: f.columns(x=x, w=w, **about), root, sigma)
        return kalman.unscented_predict(belief, lambda x: f.columns(x=x, **about), _added(given.Q, f, "Q"), sigma)

    def update(
        self, given: Given, functions: Functions, belief: Belief, about: Any
    ) -> tuple[Belief, Surprise]:
        """Return the belief after the measurement."""
        h, sigma = functions["measurement"], _sigma(given)
        if self.noise_is_inside():
            root = kalman.noise_root(np.atleast_1d(given.R))
            return kalman.unscented_update_any(belief, given.z, lambda x, v: h.columns(x=x, v=v, **about), root, sigma)
        root = _added(given.R, h, "R")
        return kalman.unscented_update(belief, given.z, lambda x: h.columns(x=x, **about), root, sigma)


class UKF(Unscented, ProjectModel):
    """Unscented Kalman filter in square-root form, for a model that is code of the project.

    With noise "added", Q and R are added to what the functions return. With "inside" the functions take the noise as
    ``w`` and ``v`` and use it as they like, for instance in proportion to the state; Q and R are then of any size.
    The default spread of the sigma points is the cubature rule.
    """

    noise = Structural("added", "how noise enters", choices=("added", "inside"))

    def noise_is_inside(self) -> bool:
        """Tell whether the functions take the noise."""
        return bool(self.noise == "inside")


class DiagramUKF(Unscented):
    """Unscented Kalman filter in square-root form, for a model that is itself a diagram.

    The diagram is a file beside the one with the filter. Its known inputs are parameters of it, such as the level of a
    Constant. It must be smooth: no switches, no samples, no closed loops. No trust is needed, for it is no code.
    """

    file = Structural("model.toml", "diagram in the same folder")
    state_names = Structural("", "its states, in the order of x: joint.phi, joint.w")
    input_names = Structural("", "its parameters that are the inputs u: motor.level; empty for none")
    measurement_names = Structural("", "its variables that are measured, in the order of z: joint.phi")
    steps = Structural(1, "steps of the solver in one period", min=1)

    def functions(self, given: Given) -> Functions:
        """Return the diagram as process and measurement."""
        lists = [_listed(text) for text in (self.state_names, self.input_names, self.measurement_names)]
        for names, size, word in zip(lists, (self.states, 0, self.measurements), ("state", "", "measurement"),
                                     strict=True):  # fmt: skip
            if word and len(names) != size:
                raise ModelError(f"{len(names)} names of {word}s are listed; there are {size}.", fix="List them all.")
        steps = given.project.diagram(self.file, *lists)
        return {
            "process": DiagramProcess(steps, self.steps, self.file, self.states),
            "measurement": DiagramMeasurement(steps, self.file, self.measurements),
        }


class EKF(ProjectModel):
    """Extended Kalman filter in square-root form; without Jacobians of the project it takes central differences."""

    process_jacobian = Structural("", "function that returns the derivative of the process by x; empty for differences")
    measurement_jacobian = Structural("", "function that returns the derivative of the measurement; may be empty")

    def project_functions(self) -> list[tuple[str, str]]:
        """Return the functions of the model, and the Jacobians that are named."""
        jacobians = [name for name in (self.process_jacobian, self.measurement_jacobian) if name]
        return [*super().project_functions(), *((self.file, name) for name in jacobians)]

    def functions(self, given: Given) -> Functions:
        """Return the functions of the project: also Jacobians, if they are named."""
        load = partial(project_function, given.project, self.file)
        named = {"process_jacobian": (self.process_jacobian, self.states),
                 "measurement_jacobian": (self.measurement_jacobian, self.measurements)}  # fmt: skip
        return {**super().functions(given), **{key: load(name, size) for key, (name, size) in named.items() if name}}

    def predict(self, given: Given, functions: Functions, belief: Belief, about: Any) -> Belief:
        """Return the belief one period later."""
        f, J = functions["process"], self._jacobian(functions, "process_jacobian", belief, about)
        root = _added(given.Q, f, "Q")
        return kalman.extended_predict(belief, lambda x: f.columns(x=x, **about), root, J)

    def update(
        self, given: Given, functions: Functions, belief: Belief, about: Any
    ) -> tuple[Belief, Surprise]:
        """Return the belief after the measurement."""
        h, J = functions["measurement"], self._jacobian(functions, "measurement_jacobian", belief, about)
        root = _added(given.R, h, "R")
        return kalman.extended_update(belief, given.z, lambda x: h.columns(x=x, **about), root, J)

    def _jacobian(self, functions: Functions, word: str, belief: Belief, about: Any) -> Array | None:
        function = functions.get(word)
        if not isinstance(function, ModelFunction):
            return None
        return function.matrix(self.states, x=belief.mean.copy(), **about)


def _sigma(given: Given) -> Sigma:
    return Sigma(given.alpha, given.beta, given.kappa)


def _added(noise: Any, function: StateFunction, name: str) -> Array:
    """Return the root of a noise that is added to what a function returns."""
    given = np.full(function.size, noise) if np.ndim(noise) == 0 else noise
    if len(given) != function.size:
        what = f'"{name}" is the noise of {len(given)} numbers; {function.where} returns {function.size}.'
        raise ModelError(what, fix="Give one standard deviation for all, or one for each.")
    return kalman.noise_root(given)


def _listed(text: str) -> list[str]:
    """Return names with commas between them; those inside brackets belong to a name."""
    return [name.strip() for name in re.split(r",(?![^\[]*\])", text) if name.strip()]
