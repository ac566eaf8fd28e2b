"""What `train.py` can be told."""

import argparse
from pathlib import Path

import label
import shapes


def arguments(description):
    """The settings of a command line."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", action="append", required=True, metavar="DIR", help="folder of rows to learn from")
    parser.add_argument("--valid", action="append", required=True, metavar="DIR", help="folder of rows to test with")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR")
    parser.add_argument("--name", default="kosumi", help="the network's name for itself")
    parser.add_argument("--begin", type=Path, metavar="FILE", help="a network to begin with, of this shape or smaller")
    parser.add_argument("--shape", choices=list(shapes.SHAPES), default="residual", help="of the network [residual]")
    parser.add_argument("--activation", choices=["relu", "mish", "silu"], default="relu", help="[relu]")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--steps", type=int, default=100_000, help="steps of the whole training")
    parser.add_argument("--seconds", type=float, help="time of the whole training, in place of steps")
    parser.add_argument("--minutes", type=float, help="after which it stops, with what went before the first step")
    parser.add_argument("--points", type=int, default=46_208, help="points of all boards of a batch")
    parser.add_argument("--mix", default="", metavar="9x9=2,19x19=1", help="how often sizes come [all as often]")
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--decay", type=float, default=1e-4, help="weight decay")
    parser.add_argument("--mean", type=float, default=0.999, help="what of the mean of weights stays at each step")
    parser.add_argument("--teacher", type=float, default=0.5, help="weight of the teacher's policy beside the move played")
    parser.add_argument("--outcome", type=float, default=0.25, help="weight of the game's outcome beside the teacher")
    parser.add_argument("--label", type=Path, action="append", metavar="FILE",
                        help="a network that labels the rows when they are read; with more than one the mean")
    parser.add_argument("--label-precision", choices=["bfloat16", "float16", "float32"],
                        help="of products of networks that label [float16 on a graphics card, else as --precision]")
    label.add_arguments(parser)
    parser.add_argument("--follow", action="store_true", help="learn from rows that come while it trains, too")
    parser.add_argument("--test-every", type=int, default=2_000, metavar="STEPS")
    parser.add_argument("--test-rows", type=int, default=8_000, help="rows of each size to test with")
    parser.add_argument("--save-every", type=float, default=300, metavar="SECONDS")
    parser.add_argument("--processes", type=int, help="that share each batch [without a graphics card one for each core]")
    parser.add_argument("--precision", choices=["bfloat16", "float32"], help="of products [what is faster here]")
    parser.add_argument("--bits", type=int, default=8, help="behind the point of each weight in the file, up to 23")
    parser.add_argument("--compile", action="store_true", help="let PyTorch compile the network")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()
