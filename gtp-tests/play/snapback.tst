# Throw-ins: snapbacks, false eyes and shortages of liberties.

# C3 throws a stone in: if White takes it at C4, the whole chain has one liberty left, C3 again.
#
#  5 X X X . .
#  4 O O . X X
#  3 X O . O O
#  2 X X O O .
#  1 . . O . O
#    A B C D E
#
# proof: win
loadsgf sgf/snapback-corner-throw-in.sgf
komi 2.5
10 reg_genmove b
#? [C3]

# A5: if Black takes the stone at A4, he has one liberty left, A5 again. A4 lets him connect.
#
#  7 X X X X . X .
#  6 X O O X X X X
#  5 . X O O O O X
#  4 . X O O O O O
#  3 O O O O O O O
#  2 O O O O O O .
#  1 O O . O O . O
#    A B C D E F G
#
# proof: win
loadsgf sgf/snapback-edge-catch.sgf
komi -20.5
20 reg_genmove w
#? [A5]

# C7 connects. D7 looks as good, but then Black plays C7 himself and takes three stones.
#
#  7 O O . . X X X
#  6 O X O O X X X
#  5 O X X X X X .
#  4 O O X X X X X
#  3 . O X X X X X
#  2 O O X X X X .
#  1 . O O X X . X
#    A B C D E F G
#
# proof: win
loadsgf sgf/snapback-edge-connect.sgf
komi 20.5
30 reg_genmove w
#? [C7]

# The same throw-in with a larger prey: after G5 and G4 everything at F5 is in atari.
#
#  7 . O . O O O O
#  6 O O O O X X O
#  5 O X X X X O .
#  4 X X X X O O .
#  3 X X X X O X X
#  2 . X X X X X X
#  1 X . X X . X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/snapback-edge-catch-four.sgf
komi 19.5
40 reg_genmove b
#? [G5]
