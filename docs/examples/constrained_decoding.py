"""Decode under a grammar: a small model that has read some tunes writes music whose measures all add up.

The model knows nothing but which byte follows which three bytes. The grammar takes care of the format, the meter, the
number of measures and the range; replace ``Model.weights`` by the probabilities of any model over any tokenizer.

    pip install 'onote-compiler[decoding]'
    python docs/examples/constrained_decoding.py
"""

from collections import Counter, defaultdict
from importlib.resources import files
from random import Random

import llguidance

from onote_compiler import parse
from onote_compiler.api import expectation
from onote_compiler.decoding import export_grammar

METER, MEASURES, KEY = "3/4", 8, "G"


class Model:
    """Counts which byte follows the last bytes, falling back on shorter contexts."""

    def __init__(self, texts: list[str], order: int = 3) -> None:
        self.order = order
        self.counts: dict[bytes, Counter[int]] = defaultdict(Counter)
        for text in texts:
            data = text.encode()
            for at, byte in enumerate(data):
                for width in range(min(order, at) + 1):
                    self.counts[data[at - width : at]][byte] += 1

    def weights(self, context: bytes, tokens: list[int]) -> list[float]:
        """Return a weight for each of the tokens that may come next."""
        weights = [0.001] * len(tokens)
        for width in range(self.order + 1):
            followers = self.counts[context[max(0, len(context) - width) :]]
            weights = [w + 10**width * followers[token] for w, token in zip(weights, tokens, strict=True)]
        return weights


def generate(model: Model, grammar: str, random: Random) -> str:
    """Return a text of the grammar: at each step the model chooses among the tokens that the grammar allows."""
    tokenizer = llguidance.LLTokenizer("byte")
    matcher = llguidance.LLMatcher(tokenizer, llguidance.grammar_from("lark", grammar))
    text = b""
    while not matcher.is_stopped():
        mask = matcher.compute_bitmask()
        allowed = [token for token in range(tokenizer.vocab_size) if mask[token // 8] >> token % 8 & 1]
        token = random.choices(allowed, model.weights(text, allowed))[0]
        matcher.consume_token(token)
        if token == tokenizer.eos_token:
            break
        text += bytes([token])
    return text.decode()


def main() -> None:
    """Generate a piece and check it."""
    tunes = files("onote_compiler.corpus") / "tunes"
    model = Model([path.read_text() for path in tunes.iterdir() if path.name.endswith(".jianpu")])
    grammar = export_grammar(
        "jianpu", meter=METER, measures=MEASURES, key=KEY, pitch_range="D4-G5", single_notes=True, target="llguidance"
    )
    text = generate(model, grammar, Random(5))
    print(text)
    checked = parse(text, "jianpu", profile="smg", key=KEY, meter=METER, expect=expectation(METER, KEY, MEASURES))
    print(f"verdict: {checked.verdict}")


if __name__ == "__main__":
    main()
