#!/usr/bin/env python3
"""Writes quant_tables.cpp from the text tables of the format's description.

    python3 generate_quant_tables.py FOLDER

FOLDER holds one text file per table: a comment line, then one row per index with the values in order. The 8 (or 4) values of a
codebook row become the bytes of one integer, so that byte j is value j.
"""
import pathlib
import sys

CODEBOOKS = [  # file, name in the program, bits of an entry
    ("iq1s_grid", "kIq1sGrid", 64),
    ("iq2xxs_grid", "kIq2xxsGrid", 64),
    ("iq2xs_grid", "kIq2xsGrid", 64),
    ("iq2s_grid", "kIq2sGrid", 64),
    ("iq3xxs_grid", "kIq3xxsGrid", 32),
    ("iq3s_grid", "kIq3sGrid", 32),
]
LISTS = [  # file, name in the program, element type
    ("ksigns", "kSignMasks", "std::uint8_t"),
    ("kvalues_iq4nl", "kIq4nlLevels", "std::int8_t"),
    ("kvalues_mxfp4", "kFp4Levels", "std::int8_t"),
]


def read_table(path):
    lines = path.read_text(encoding="ascii").splitlines()
    return [[int(word) for word in line.split()] for line in lines if line and not line.startswith("#")]


def pack(row):
    return sum((value & 0xFF) << (8 * j) for j, value in enumerate(row))


def array(type_name, name, words):
    lines = ["const std::array<%s, %d> %s = {" % (type_name, len(words), name)]
    line = "   "
    for word in words:
        if len(line) + len(word) + 2 > 120:
            lines.append(line)
            line = "   "
        line += " " + word + ","
    return "\n".join(lines + [line, "};", ""])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    parts = []
    for file, name, bits in CODEBOOKS:
        rows = read_table(folder / (file + ".txt"))
        assert all(len(row) * 8 == bits for row in rows), file
        parts.append(array("std::uint%d_t" % bits, name, ["0x%0*x" % (bits // 4, pack(row)) for row in rows]))
    for file, name, type_name in LISTS:
        parts.append(array(type_name, name, [str(row[0]) for row in read_table(folder / (file + ".txt"))]))
    text = (
        "// Written by generate_quant_tables.py; do not edit.\n"
        '#include "gguf/quant_tables.h"\n\n'
        "namespace strata {\n\n"
        "// clang-format off\n\n" + "\n".join(parts) + "\n// clang-format on\n\n}  // namespace strata\n"
    )
    target = pathlib.Path(__file__).resolve().with_name("quant_tables.cpp")
    target.write_text(text, encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
