# Eye shapes: the vital point kills or saves, and shapes that need no move. Around them everything is settled,
# and the komi lets this decide the game.

# Three points in a row: on B7, between the two ends, White leaves no room for two eyes.
#
#  7 . . . X O O O
#  6 X X X X O O O
#  5 O O O O O O O
#  4 O O O O O O O
#  3 O O O O O O .
#  2 O O O O O O O
#  1 O O O O . O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-three-straight-kill.sgf
komi -34.5
10 reg_genmove w
#? [B7]

# Three points in a row: the middle, G4, makes two eyes; either end leaves White the middle.
#
#  7 O O O O O O O
#  6 O O O O O X X
#  5 O O O O O X .
#  4 O O O O O X .
#  3 . O O O O X .
#  2 O O O O O X X
#  1 . O . O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-three-straight-live.sgf
komi -30.5
20 reg_genmove b
#? [G4]

# Three points in a row far from the edge are no better: C3 takes the middle.
#
#  7 X X X X . X .
#  6 X X X X X X X
#  5 X O O O X X .
#  4 X O . O X X X
#  3 X O . O X X X
#  2 X O . O X X X
#  1 X O O O X X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-three-straight-center-kill.sgf
komi 20.5
30 reg_genmove b
#? [C3]

# Three points round the corner: the middle one is the corner itself.
#
#  7 . O . O O O O
#  6 O O O O O O O
#  5 . O O O O O O
#  4 O O O O O O O
#  3 O O O O O X X
#  2 O O O O X X .
#  1 O O O O X . .
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-three-bent-kill.sgf
komi -34.5
40 reg_genmove w
#? [G1]

# Three bent points: the bend, E3, touches both others and makes two eyes.
#
#  7 . O . O O O O
#  6 O O O O O O O
#  5 . O O X X X O
#  4 O O X X . X O
#  3 O O X . . X O
#  2 O O X X X X O
#  1 O O O O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-three-bent-live.sgf
komi -20.5
50 reg_genmove b
#? [E3]

# Four points as a pyramid: E7 touches all others, so White cannot divide them any more.
#
#  7 X X O . . . O
#  6 X X O O . O O
#  5 X X X O O O X
#  4 X X X X X X X
#  3 . X X X X X X
#  2 X X X X X X X
#  1 . X . X X X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-pyramid-kill.sgf
komi 24.5
60 reg_genmove b
#? [E7]

# Four points as a pyramid: with C2 Black has three eyes, without it none for sure.
#
#  7 O O O O . O .
#  6 O O O O O O O
#  5 O O O O O O .
#  4 O X X X O O O
#  3 X X . X X O O
#  2 X . . . X O O
#  1 X X X X X O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-pyramid-live.sgf
komi -14.5
70 reg_genmove b
#? [C2]

# A pyramid on the edge: only A5, the point with three neighbors, makes two eyes.
#
#  7 X X O O O O O
#  6 . X X O O O O
#  5 . . X O O O O
#  4 . X X O O O O
#  3 X X O O O O .
#  2 O O O O O O O
#  1 O O O O . O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-pyramid-side-live.sgf
komi -24.5
80 reg_genmove b
#? [A5]

# Five points in a lump: B7 has three neighbors in it, and after it no play of White makes two eyes.
#
#  7 . . . O X X X
#  6 . . O O X X X
#  5 O O O X X X X
#  4 X X X X X X X
#  3 X X X X X X .
#  2 X X X X X X X
#  1 X X X X . X .
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-bulky-five-corner-kill.sgf
komi 28.5
90 reg_genmove b
#? [B7]

# In the corner even White has only one good point in the lump of five: G6.
#
#  7 X X X X O . .
#  6 X X X X O . .
#  5 X X X X O O .
#  4 X X X X X O O
#  3 . X X X X X X
#  2 X X X X X X X
#  1 . X . X X X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-bulky-five-corner-live.sgf
komi 28.5
100 reg_genmove w
#? [G6]

# Five points in a lump on the side: the vital point is A4, next to three others.
#
#  7 O O O O . O .
#  6 X X O O O O O
#  5 . X X O O O .
#  4 . . X O O O O
#  3 . . X O O O O
#  2 X X X O O O O
#  1 O O O O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-bulky-five-side-kill.sgf
komi -22.5
110 reg_genmove w
#? [A4]

# Five points in a lump in the open: the vital point is E2, next to three others.
#
#  7 . X . X X X X
#  6 X X X X X X X
#  5 . X X X X X X
#  4 X X X O O O O
#  3 X X O O . . O
#  2 X X O . . . O
#  1 X X O O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-bulky-five-center-kill.sgf
komi 12.5
120 reg_genmove b
#? [E2]

# A lump of five on the side: G4 makes eyes at once, G3 and F4 leave two ways to make them; F3 and G5 fail to
# G4.
#
#  7 . X . X X X X
#  6 X X X X X O O
#  5 . X X X O O .
#  4 X X X X O . .
#  3 X X X X O . .
#  2 X X X X O O O
#  1 X X X X X X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-bulky-five-side-live.sgf
komi 22.5
130 reg_genmove w
#? [F4|G3|G4]

# Five points as a cross: the center E6 is next to the four others.
#
#  7 O O X X . X X
#  6 O O X . . . X
#  5 O O X X . X X
#  4 O O O X X X O
#  3 . O O O O O O
#  2 O O O O O O O
#  1 . O . O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-cross-five-kill.sgf
komi -14.5
140 reg_genmove w
#? [E6]

# Five points as a cross: White takes the center and has four eyes.
#
#  8 X X X X X . X .
#  7 X X X X X X X X
#  6 X X O O O X X .
#  5 X O O . O O X X
#  4 X O . . . O X X
#  3 X O O . O O X X
#  2 X X O O O X X X
#  1 X X X X X X X X
#    A B C D E F G H
#
# proof: win
loadsgf sgf/nakade-cross-five-live.sgf
komi 23.5
150 reg_genmove w
#? [D4]

# Six points, a square with two ears: B6 touches four others and kills.
#
#  7 . . O O X X X
#  6 . . . O X X X
#  5 O . O O X X X
#  4 O O O X X X X
#  3 X X X X X X .
#  2 X X X X X X X
#  1 X X X X . X .
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-rabbity-six-corner-kill.sgf
komi 20.5
160 reg_genmove b
#? [B6]

# Six points, a square with two ears: C5 touches four others and kills.
#
#  7 X X X X O O O
#  6 X . . X X O O
#  5 X . . . X O O
#  4 X X . X X O O
#  3 O X X X O O .
#  2 O O O O O O O
#  1 O O O O . O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-rabbity-six-center-kill.sgf
komi -6.5
170 reg_genmove w
#? [C5]

# Six points, a square with two ears: the center or a neighbor of it in the square gives two eyes; the ears and
# the far corner of the square do not.
#
#  7 O O O X X X X
#  6 O O X X . . X
#  5 O O X . . . X
#  4 O O X X . X X
#  3 . O O X X X O
#  2 O O O O O O O
#  1 . O . O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-rabbity-six-live.sgf
komi -6.5
180 reg_genmove b
#? [E5|E6|F5]

# Six points in the corner without liberties outside: either middle point kills, because White runs out of
# liberties in the corner.
#
#  7 X X X X . X .
#  6 X X X X X X X
#  5 X X X X X X .
#  4 O O O X X X X
#  3 . . O X X X X
#  2 . . O X X X X
#  1 . . O X X X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-rectangle-corner-kill.sgf
komi 26.5
190 reg_genmove b
#? [A2|B2]

# Six points in the corner without liberties outside: Black must spend a move in the middle.
#
#  7 . O . O O O O
#  6 O O O O O O O
#  5 . O O O O O O
#  4 O O O O O O O
#  3 O O O X X X X
#  2 O O O X . . .
#  1 O O O X . . .
#    A B C D E F G
#
# proof: win
loadsgf sgf/nakade-rectangle-corner-live.sgf
komi -26.5
200 reg_genmove b
#? [F1|F2]
