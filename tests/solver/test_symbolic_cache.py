"""A model that was compiled before is read from the cache, and only then."""

import numpy as np
import pytest

from libraries.planar import Rod
from solver.explain import explain
from solver.model import compile_model
from solver.simulate import simulate
from tests.models.planar_models import fourbar, pendulum


@pytest.fixture
def always_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("JUNCTURA_CACHE", str(tmp_path))
    monkeypatch.setattr("solver.symbolic_cache.WORTH_KEEPING", 0.0)
    return tmp_path


def was_solved(model):
    return model.solved is not None


def test_second_compilation_comes_from_the_cache_and_is_equal(always_kept):
    first, second = compile_model(fourbar()), compile_model(fourbar())
    assert was_solved(first)
    assert not was_solved(second)
    a, b = simulate(first, 0.5), simulate(second, 0.5)
    assert np.allclose(a["crank_joint.phi"], b["crank_joint.phi"], rtol=0, atol=1e-12)
    assert np.allclose(a["tip.a.fx"], b["tip.a.fx"], rtol=1e-9, atol=1e-9)
    assert explain(second).text() == explain(first).text()


def test_another_model_is_compiled(always_kept):
    compile_model(pendulum(4))
    assert was_solved(compile_model(pendulum(5)))


def test_other_parameters_are_compiled_because_pivots_may_differ(always_kept):
    compile_model(pendulum(4))
    changed = pendulum(4)
    changed.blocks["rod1"] = Rod(m=1.0, length=2.0)
    assert was_solved(compile_model(changed))


@pytest.mark.parametrize("text", ["", "{}", '{"values": "nonsense", "projections": []}', "[1, 2]"])
def test_a_broken_file_is_compiled_again(always_kept, text):
    compile_model(fourbar())
    for item in always_kept.glob("*.symbolic"):
        item.write_text(text)
    assert was_solved(compile_model(fourbar()))


