# Seki: to make one, to avoid one, and to leave one alone.

# White has three stones in a row inside five points. Neither side can play there: Black at A1 or A5 puts the
# whole group into atari, so he leaves the seki alone and is ahead.
#
#  7 O O O O O O .
#  6 X X O O O O O
#  5 . X O O O O .
#  4 O X O O O O O
#  3 O X O O O O O
#  2 O X O O O O O
#  1 . X O O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/seki-five-row-hold-inside.sgf
komi -33.5
10 reg_genmove b
#? [pass|PASS]

# The same shape from the other side: a fourth stone at G1 or C1 is taken with the other three, and four points
# in a row are two eyes. White passes, or fills one of three eyes, and is ahead.
#
#  7 . O . O O O O
#  6 O O O O O O O
#  5 . O O O O O O
#  4 O O O O O O O
#  3 O O O O O O O
#  2 O X X X X X X
#  1 O X . O O O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/seki-five-row-hold-outside.sgf
komi -32.5
20 reg_genmove w
#? [A5|A7|C7|pass|PASS]

# Both have one eye and share E3: who plays there is taken. Black is ahead by the komi and passes.
#
#  5 X X . X X
#  4 X X X X X
#  3 X X O O .
#  2 O O . O O
#  1 O O O O O
#    A B C D E
#
# proof: win
loadsgf sgf/seki-one-eye-each-black.sgf
komi -0.5
30 reg_genmove b
#? [pass|PASS]

# Both have one eye and share C5: who plays there is taken. Black is ahead by the komi and passes.
#
#  5 O O . X X
#  4 O O X X X
#  3 . O X . X
#  2 O O O X X
#  1 O O O X X
#    A B C D E
#
# proof: win
loadsgf sgf/seki-one-eye-each-white.sgf
komi -0.5
40 reg_genmove b
#? [pass|PASS]

# Two chains of Black have an eye each and share A4 and B5 with the corner of White. Every other play loses
# stones; as it stands Black is ahead by one point.
#
#  5 O . X . X
#  4 . O X X X
#  3 X X O O O
#  2 . X O . O
#  1 X X O O .
#    A B C D E
#
# proof: win
loadsgf sgf/seki-two-eyed-snake-black.sgf
komi 0.5
50 reg_genmove b
#? [pass|PASS]

# Two chains of Black have an eye each and share D5 and E4 with the corner of White. White would lose the corner
# by playing, or an eye of his living group; he passes and the komi wins.
#
#  5 X . X . O
#  4 X X X O .
#  3 O O O X X
#  2 O . O X .
#  1 . O O X X
#    A B C D E
#
# proof: win
loadsgf sgf/seki-two-eyed-snake-white.sgf
komi 1.5
60 reg_genmove w
#? [pass|PASS]

# The chains of C4 and E4 share the liberties D7 and D1: whoever fills one is taken at the other.
#
#  7 O O X . O X X
#  6 . O X O O X .
#  5 O O X O O X X
#  4 O O X O O X X
#  3 O O X O O X X
#  2 . O X O O X .
#  1 O O X . O X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/seki-shared-ends-black.sgf
komi -4.5
70 reg_genmove w
#? [pass|PASS]

# The chains of D5 and D3 share the liberties G4 and A4: whoever fills one is taken at the other.
#
#  7 O . O O O . O
#  6 O O O O O O O
#  5 X X X X X X X
#  4 . O O O O O .
#  3 O O O O O O O
#  2 X X X X X X X
#  1 X . X X X . X
#    A B C D E F G
#
# proof: win
loadsgf sgf/seki-shared-ends-white.sgf
komi -5.5
80 reg_genmove b
#? [pass|PASS]

# Alive, the corner of Black would be worth more: A2 is the only move with which the stones inside hold out, and
# nobody can play there any more.
#
#  7 O O O O O O .
#  6 O O O O O O O
#  5 O O O O O O .
#  4 X X X O O O O
#  3 . O X O O O O
#  2 . . X O O O O
#  1 O X X O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/seki-corner-make.sgf
komi -28.5
90 reg_genmove w
#? [A2]

# D1 keeps White from a second eye: seki. Elsewhere White lives with everything inside.
#
#  7 . X . X X X X
#  6 X X X X X X X
#  5 X X X X X X X
#  4 X X X X X X X
#  3 X O O O O O X
#  2 X O . O . O X
#  1 X O X . X O X
#    A B C D E F G
#
# proof: win
loadsgf sgf/seki-side-make.sgf
komi 22.5
100 reg_genmove b
#? [D1]

# G4 takes the point that both need and White has all of it; Black there makes it a seki.
#
#  7 . X X X X X X
#  6 X X X X O O O
#  5 . X X X O . X
#  4 X X X X O O .
#  3 X X X X O . X
#  2 X X X X O O O
#  1 X X X X X X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/seki-side-avoid.sgf
komi 20.5
110 reg_genmove w
#? [G4]
