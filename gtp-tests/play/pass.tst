# When to pass under Tromp-Taylor rules, which count the board as it stands: not before dead stones are taken if
# they matter, at once if that wins, and never into an own eye.

# Everything is settled and White is ahead by half a point. Any move fills an eye and gives the game away.
#
#  5 X X . X .
#  4 X X X X X
#  3 O O O O O
#  2 O O O O O
#  1 O O . O .
#    A B C D E
#
# proof: win
loadsgf sgf/pass-all-settled.sgf
komi -4.5
10 reg_genmove w
#? [pass|PASS]

# White has passed. Black is ahead on the board as it stands and ends the game.
#
#  5 . O X X .
#  4 O O X X X
#  3 . O X X .
#  2 O O X X X
#  1 O O X X X
#    A B C D E
#
# proof: win
loadsgf sgf/pass-pass-after-pass.sgf
komi 4.5
play w pass
20 reg_genmove b
#? [pass|PASS]

# White has passed without taking the two stones at D1, which cannot be saved. As it stands they count: Black
# passes at once and wins; after any other move White takes them.
#
#  6 . X . X X .
#  5 X X X X X X
#  4 O O O O O O
#  3 O O O O O O
#  2 O . O O . O
#  1 . O O X X .
#    A B C D E F
#
# proof: win
loadsgf sgf/pass-own-dead-stones-count.sgf
komi -6.5
play w pass
30 reg_genmove b
#? [pass|PASS]

# White has passed although his two stones at F4 are lost. Black must not pass, which would count them as
# living. Every other move is good enough: they cannot run away.
#
#  6 . O X X X .
#  5 O O X X . O
#  4 O O X X X O
#  3 . O X X X X
#  2 O O X X . X
#  1 . O X X X .
#    A B C D E F
#
# proof: win
loadsgf sgf/pass-dead-stones-must-go.sgf
komi 11.5
play w pass
40 reg_genmove b
#? [!pass|PASS]

# The last neutral point, C3, decides; moves elsewhere fill eyes.
#
#  5 . X X O .
#  4 X X X O O
#  3 . X . O .
#  2 X X X O O
#  1 X X X O O
#    A B C D E
#
# proof: win
loadsgf sgf/pass-last-neutral-point.sgf
komi 4.5
50 reg_genmove b
#? [C3]

# Black has passed, but White is behind by half a point as it stands: he takes C3 before the game may end.
#
#  5 X X . X .
#  4 X X X X X
#  3 X X . X X
#  2 O O O O O
#  1 O O . O .
#    A B C D E
#
# proof: win
loadsgf sgf/pass-last-neutral-point-after-pass.sgf
komi 3.5
play b pass
60 reg_genmove w
#? [C3]

# B3 is White's anyway; the neutral point is C3, and without it he is behind.
#
#  5 . O O X X
#  4 O O O X X
#  3 O . . X .
#  2 O O O X X
#  1 . O O X .
#    A B C D E
#
# proof: win
loadsgf sgf/pass-behind-by-one-point.sgf
komi -3.5
70 reg_genmove w
#? [C3]

# C4 is worth a point, D5 and A5 are eyes; a pass only makes it even.
#
#  5 . O O . O
#  4 O O . O O
#  3 O O X X O
#  2 X X X X X
#  1 . X . X X
#    A B C D E
#
# proof: win
loadsgf sgf/pass-neutral-before-eyes.sgf
komi -0.5
80 reg_genmove w
#? [C4]

# Two stones of White are dead in the corner, but they count until they are gone: Black takes one of them from
# either side. A pass loses, and so does filling the eye at F1.
#
#  7 O O O O O O O
#  6 . O O . O O .
#  5 O O O O O O O
#  4 X X X X X X X
#  3 X X X X X X X
#  2 . O X X X X X
#  1 O . X X X . X
#    A B C D E F G
#
# proof: win
loadsgf sgf/pass-dead-in-the-corner.sgf
komi 6.5
90 reg_genmove b
#? [A2|B1]
