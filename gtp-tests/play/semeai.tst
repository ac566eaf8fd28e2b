# Races between two groups: outside liberties first, eyes, approach moves, and races that need no move.

# Two liberties each: whoever begins to fill the other side wins the race. Moves on one's own liberties or in
# eyes lose it.
#
#  7 X . O X X . O
#  6 X . O X X . O
#  5 . X O X X O .
#  4 X X X O O O O
#  3 . X X O O O .
#  2 X X X O O O O
#  1 . X X O O O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/semeai-two-each-black.sgf
komi -0.5
10 reg_genmove b
#? [B6|B7]

# Two liberties each: whoever begins to fill the other side wins the race. Moves on one's own liberties or in
# eyes lose it.
#
#  7 . X . X . X X
#  6 X X X X X . .
#  5 X X X X O O O
#  4 O O O O X X X
#  3 O O O O X X X
#  2 O O O O O . .
#  1 . O . O . O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/semeai-two-each-white.sgf
komi -0.5
20 reg_genmove w
#? [F2|G2]

# One liberty each outside and A4 in common: White fills the outside first. Filling A4 takes a liberty of his
# own, and he is a move too late.
#
#  7 X X . X . X .
#  6 . X X X X X X
#  5 O O O X X X X
#  4 . O O X X X X
#  3 X X X O O O O
#  2 . O O O O O O
#  1 O O . O . O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/semeai-outside-first-black.sgf
komi 0.5
30 reg_genmove w
#? [A2]

# One liberty each outside and D1 in common: White fills the outside first. Filling D1 takes a liberty of his
# own, and he is a move too late.
#
#  7 . O O O X X .
#  6 O O O O X X X
#  5 . O O O X X .
#  4 O O O O X X X
#  3 . O X X O X .
#  2 O O X X O X X
#  1 O . X . O . X
#    A B C D E F G
#
# proof: win
loadsgf sgf/semeai-outside-first-white.sgf
komi -0.5
40 reg_genmove w
#? [B1]

# Two liberties each outside and G4 in common: the common one comes last.
#
#  7 . O . O . O O
#  6 O O O O O . .
#  5 O O O O X X X
#  4 O O O O X X .
#  3 X X X X O O O
#  2 X X X X X . .
#  1 . X . X . X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/semeai-three-each-black.sgf
komi -0.5
50 reg_genmove b
#? [F2|G2]

# Two liberties each outside and D7 in common: the common one comes last.
#
#  7 X . O . X . O
#  6 X . O O X . O
#  5 . X O O X O .
#  4 X X X X O O O
#  3 . X X X O O .
#  2 X X X X O O O
#  1 . X X X O O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/semeai-three-each-white.sgf
komi 0.5
60 reg_genmove b
#? [B6|B7]

# An eye at E2, closed by F2, costs a move, and there is none to spare: Black fills the outside.
#
#  7 . X X O O O .
#  6 X X X O O O O
#  5 . X X O O O .
#  4 X X X O O O O
#  3 . X O X X O .
#  2 X . O X . . O
#  1 X . O . X O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/semeai-make-no-eye.sgf
komi -0.5
70 reg_genmove b
#? [B1|B2]

# Black threatens to win by filling outside. Any liberty of Black will do for White, even the common one; but he
# has no time for anything else.
#
#  7 X X . X . X .
#  6 . . X X X X X
#  5 O O O X X X X
#  4 . X X O O O O
#  3 X . X O O O O
#  2 O . O O O O O
#  1 O O . O . O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/semeai-take-away-the-eye.sgf
komi -0.5
80 reg_genmove w
#? [A4|B2|B3]

# The eye at E7 makes D8 a liberty of White alone, but he has to begin outside now.
#
#  8 O . X . O O X X
#  7 O . X O . O X X
#  6 O O X O O O X X
#  5 . O O X X X X .
#  4 O O O X X X X X
#  3 . O O X X X X .
#  2 O O O X X X X X
#  1 . O O X X X X .
#    A B C D E F G H
#
# proof: win
loadsgf sgf/semeai-eye-and-two-black.sgf
komi 2.5
90 reg_genmove w
#? [B7|B8]

# Against the eye Black has only one chance: H5 at once, while he has the liberties outside to spare.
#
#  8 . O . O . O O O
#  7 O O O O O O . .
#  6 O O O O O X X X
#  5 X X X X X O O .
#  4 X X X X X O . O
#  3 X X X X X O O O
#  2 X X X X X X X X
#  1 . X . X . X X X
#    A B C D E F G H
#
# proof: win
loadsgf sgf/semeai-eye-and-two-white.sgf
komi 2.5
100 reg_genmove b
#? [H5]

# Black has three moves to make and White four: no time for closing the eye at B6.
#
#  8 O O O . O . O .
#  7 O O O O O O O O
#  6 X . X O O O O O
#  5 X . X O O O O O
#  4 . X X O O O O O
#  3 O O O X X X X X
#  2 . . X X X X X X
#  1 X X X . X . X .
#    A B C D E F G H
#
# proof: win
loadsgf sgf/semeai-no-time-for-the-eye-black.sgf
komi -2.5
110 reg_genmove b
#? [A2|B2]

# Black must go into the eye space; E1 first lets White close it.
#
#  8 . X X X X O O .
#  7 X X X X X O O O
#  6 . X X X X O O .
#  5 X X X X X O O O
#  4 . X X X X O O .
#  3 X X O O O X O O
#  2 X X . . O X . O
#  1 X X O O . X . O
#    A B C D E F G H
#
# proof: win
loadsgf sgf/semeai-no-time-for-the-eye-white.sgf
komi 2.5
120 reg_genmove b
#? [C2|D2]

# The eye at G6 is open at G7. Three moves against four: White does not close it but fills the outside.
#
#  8 . X . X . X X X
#  7 X X X X X X . X
#  6 X X X X X O . O
#  5 X X X X X O O O
#  4 X X X X X O O .
#  3 O O O O O X X X
#  2 O O O O O O . .
#  1 . O . O . O O O
#    A B C D E F G H
#
# proof: win
loadsgf sgf/semeai-open-eye-black.sgf
komi 2.5
130 reg_genmove w
#? [G2|H2]

# G8 and G7 are liberties of White, H8 is none: filling it loses the race.
#
#  8 O . X X X O . .
#  7 O . X X X O . X
#  6 O O X X X O X X
#  5 . O O O O X X .
#  4 O O O O O X X X
#  3 . O O O O X X .
#  2 O O O O O X X X
#  1 . O O O O X X .
#    A B C D E F G H
#
# proof: win
loadsgf sgf/semeai-corner-liberties.sgf
komi -2.5
140 reg_genmove b
#? [G7|G8]

# Two liberties each: Black fills those of White; A1 and his own liberties are no moves of this race.
#
#  8 . O O X X X X .
#  7 O O O X X X X X
#  6 . O O X X X X .
#  5 O O O X X X X X
#  4 . O O X X X X .
#  3 O O X O O O X X
#  2 O . X O O O . X
#  1 . . X O O O . X
#    A B C D E F G H
#
# proof: win
loadsgf sgf/semeai-corner-liberties-white.sgf
komi 2.5
150 reg_genmove b
#? [G1|G2]
