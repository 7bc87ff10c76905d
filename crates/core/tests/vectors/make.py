"""Makes dice.json, seed.json and actions.json, from the words of the documentation and not from the Rust code.

Run it as `python3 make.py` in this folder. The files are a promise to old records: a change to a line that
is already there is a mistake.
"""

import hashlib
import json
import struct

MASK = 0xFFFFFFFF


def chacha20_block(key: bytes, counter: int, nonce: int) -> list[int]:
    """One block of ChaCha20 (RFC 8439, 2.3), with a 64-bit counter and a 64-bit nonce."""

    def words(data: bytes) -> list[int]:
        return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]

    start = words(b"expand 32-byte k") + words(key)
    start += words(counter.to_bytes(8, "little")) + words(nonce.to_bytes(8, "little"))
    x = list(start)

    def turn(word: int, by: int) -> int:
        return (word << by | word >> (32 - by)) & MASK

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for (p, q, r), by in zip([(a, b, d), (c, d, b), (a, b, d), (c, d, b)], [16, 12, 8, 7]):
            x[p] = (x[p] + x[q]) & MASK
            x[r] = turn(x[r] ^ x[p], by)

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & MASK for a, b in zip(x, start)]


class Dice:
    def __init__(self, seed: str, number: int = 0):
        self.key, self.number, self.taken = bytes.fromhex(seed), number, 0

    def word(self) -> int:
        block, place = divmod(self.taken, 16)
        self.taken += 1
        return chacha20_block(self.key, block, self.number)[place]

    def below(self, n: int) -> int:
        while True:
            product = self.word() * n
            if product % 2**32 >= 2**32 % n:
                return product // 2**32

    def shuffle(self, items: list) -> list:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def seed(self) -> str:
        return b"".join(self.word().to_bytes(4, "little") for _ in range(8)).hex()


# RFC 8439, appendix A.1, test vectors 1 to 4: key, block counter, keystream. All have the nonce 0.
RFC_8439 = [
    (
        "00" * 32,
        0,
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        "00" * 32,
        1,
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        "00" * 31 + "01",
        1,
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
    (
        "00ff" + "00" * 30,
        2,
        "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
        "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
    ),
]

ZERO = "00" * 32
COUNTING = bytes(range(32)).hex()
HALF = 2**31


def dice() -> dict:
    for key, block, keystream in RFC_8439:
        found = chacha20_block(bytes.fromhex(key), block, 0)
        assert b"".join(word.to_bytes(4, "little") for word in found).hex() == keystream
    below, shuffle, seeds = [], [], []
    for seed in [ZERO, COUNTING]:
        for n in [1, 2, 3, 6, 52, 1000, HALF, HALF + 1, 3 * 2**30, 2**32 - 1]:
            d = Dice(seed)
            drawn = [d.below(n) for _ in range(12)]
            below.append({"seed": seed, "n": n, "drawn": drawn, "words": d.taken})
        for number in [0, 1, 2**32, 2**53 - 1]:
            for length in [0, 1, 2, 5, 28, 52]:
                d = Dice(seed, number)
                order = d.shuffle(list(range(length)))
                line = {"seed": seed, "number": number, "order": order, "words": d.taken}
                shuffle.append(line)
        d = Dice(seed)
        d.below(6), d.below(6), d.below(6)
        seeds.append({"seed": seed, "words": d.taken, "made": d.seed()})
    keystream = [{"seed": k, "block": b, "bytes": s} for k, b, s in RFC_8439]
    return {"keystream": keystream, "below": below, "shuffle": shuffle, "seed": seeds}


def sha256(label: str, *parts: bytes) -> str:
    return hashlib.sha256(label.encode() + b"\0" + b"".join(parts)).hexdigest()


def seed() -> dict:
    commitment = [
        {"seed": s, "commitment": sha256("facedown/v1/seed-commitment", bytes.fromhex(s))}
        for s in [ZERO, COUNTING, "ff" * 32]
    ]
    hashed = ["", "a rainy evening", "42", "Zwölf Katzen 🐈", " 42", "0" * 63, "0" * 65, "g" * 64]
    text = [{"text": t, "seed": sha256("facedown/v1/seed-text", t.encode())} for t in hashed]
    text += [{"text": t, "seed": t.lower()} for t in [ZERO, COUNTING.upper()]]
    mix = [{"seed": COUNTING, "contributions": [], "mixed": COUNTING}]
    for given in [[""], ["", ""], ["ab", "c"], ["a", "bc"], ["Glück", "", "7", "x" * 256]]:
        texts = [g.encode() for g in given]
        parts = [len(t).to_bytes(2, "little") + t for t in texts]
        mixed = sha256("facedown/v1/seed-mix", bytes.fromhex(COUNTING), *parts)
        mix.append({"seed": COUNTING, "contributions": given, "mixed": mixed})
    return {"commitment": commitment, "text": text, "mix": mix}


class Dictionary:
    """The texts and the keys of objects that a share code with written actions has met."""

    def __init__(self):
        self.texts, self.keys = [], []

    def bytes(self, value) -> bytes:
        if value is None or value is False or value is True:
            return varint([None, False, True].index(value) << 3 | 7)
        if isinstance(value, float):
            return varint(3 << 3 | 7) + struct.pack("<d", value)
        if isinstance(value, int):
            n, kind = (value, 0) if value >= 0 else (-1 - value, 1)
            if n < 2**60:
                return varint(n << 3 | kind)
            return varint((4 + kind) << 3 | 7) + struct.pack("<Q" if value >= 0 else "<q", value)
        if isinstance(value, str):
            if value in self.texts:
                return varint(self.texts.index(value) << 3 | 2)
            self.texts.append(value)
            text = value.encode()
            return varint(len(text) << 3 | 3) + text
        if isinstance(value, list):
            return varint(len(value) << 3 | 4) + b"".join(self.bytes(item) for item in value)
        keys = sorted(value, key=str.encode)
        if keys in self.keys:
            head = varint(self.keys.index(keys) << 3 | 5)
        else:
            head = varint(len(keys) << 3 | 6) + b"".join(self.bytes(key) for key in keys)
            self.keys.append(keys)
        return head + b"".join(self.bytes(value[key]) for key in keys)


def varint(n: int) -> bytes:
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def actions() -> dict:
    lists = [
        [None, False, True, 0, 1, 15, 16, 2047, 2**60 - 1, 2**60, 2**64 - 1],
        [-1, -2, -16, -17, -(2**60), -(2**60) - 1, -(2**63), 0.5, -1.25],
        ["", "a", "Zwölf Katzen 🐈", "a", "", [], [[], [1]], {}, {"": {}}, {}],
        [
            {"type": "draw", "count": 7},
            {"type": "tap", "objects": [12, 300, {"token": 4}]},
            {"type": "tap", "objects": [12]},
            {"count": 1, "type": "draw"},
            {"type": "bring", "deck": ["f3a1", "f3a1", "0b2c"], "side": []},
        ],
        [{"é": 1, "z": 2, "Z": 3, "zz": 4}, {"z": 2, "é": 1, "zz": 4, "Z": 3}],
    ]
    made = []
    for values in lists:
        dictionary = Dictionary()
        made.append({"values": values, "bytes": b"".join(map(dictionary.bytes, values)).hex()})
    return {"actions": made}


def write(name: str, groups: dict) -> None:
    """One vector a line, so that a person can read them."""
    parts = []
    for group, vectors in groups.items():
        lines = ",\n".join("    " + json.dumps(v, ensure_ascii=False) for v in vectors)
        parts.append(f'  "{group}": [\n{lines}\n  ]')
    with open(name, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(parts) + "\n}\n")


write("dice.json", dice())
write("seed.json", seed())
write("actions.json", actions())
