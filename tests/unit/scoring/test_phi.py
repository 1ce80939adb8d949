import pytest

from onote_compiler.errors import UnknownOptionError
from onote_compiler.scoring.metrics import phi
from onote_compiler.scoring.metrics.phi import Weights


def test_by_hand() -> None:
    assert phi.composite(0.5, 0.25, True, Weights()) == pytest.approx(0.4 * 0.5 + 0.4 * 0.25 + 0.2)
    assert phi.composite(1.0, 1.0, False, Weights()) == pytest.approx(0.8)
    assert phi.composite(1.0, 1.0, True, Weights(1, 1, 1)) == 1.0


def test_without_durations_the_other_weights_are_scaled() -> None:
    assert phi.composite(0.5, None, True, Weights()) == pytest.approx((0.4 * 0.5 + 0.2) / 0.6)
    assert phi.composite(None, None, True, Weights(1, 1, 0)) == 0.0


def test_perfect_is_exactly_one_whatever_the_weights() -> None:
    for weights in (Weights(0.1, 0.2, 0.7), Weights(1 / 3, 1 / 3, 1 / 3), Weights(3, 5, 7)):
        assert phi.composite(1.0, 1.0, True, weights) == 1.0


@pytest.mark.parametrize("weights", [Weights(0, 0, 0), Weights(-1, 1, 1), Weights(float("nan"), 1, 1)])
def test_bad_weights(weights: Weights) -> None:
    with pytest.raises(UnknownOptionError):
        phi.evaluate(1.0, 1.0, True, weights)
