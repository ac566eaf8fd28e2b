# The last moves on small boards: at the komi exactly one move wins.

# After D5 the board is won by Black by 1; White's next best, E5, gives Black by 3.
#
#  5 . O . . .
#  4 O . O X X
#  3 . O . X X
#  2 O O X X O
#  1 . X X . .
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-1.sgf
komi 1.5
10 reg_genmove w
#? [D5]

# After C4 the board is won by Black by 5; Black's next best, A5, gives White by 25.
#
#  5 . . X . X
#  4 X X . O O
#  3 X O X X X
#  2 O O X O O
#  1 . O O O .
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-2.sgf
komi -9.5
20 reg_genmove b
#? [C4]

# After A3 the board is won by Black by 5; Black's next best, A1, gives Black by 3.
#
#  5 O . . O .
#  4 O O O O O
#  3 . X X X X
#  2 X O O X .
#  1 . . X X .
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-3.sgf
komi 4.5
30 reg_genmove b
#? [A3]

# After C5 the board is won by White by 7; White's next best, E1, gives White by 1.
#
#  5 . X . X X
#  4 X X O . O
#  3 . X O O .
#  2 X X O . O
#  1 . O . O .
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-4.sgf
komi -4.5
40 reg_genmove w
#? [C5]

# After C2 the board is won by White by 5; White's next best, E5, gives White by 3.
#
#  5 . O O O .
#  4 . O . O O
#  3 . O O O X
#  2 X X . X X
#  1 . X X . .
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-5.sgf
komi -3.5
50 reg_genmove w
#? [C2]

# After C2 the board is won by Black by 3; Black's next best, A5, gives Black by 1.
#
#  5 . . X . .
#  4 X X . X X
#  3 O X X X O
#  2 O O . O O
#  1 . O O O .
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-6.sgf
komi 2.5
60 reg_genmove b
#? [C2]

# After C1 the board is won by Black by 1; Black's next best, E1, gives White by 1.
#
#  5 O O X O .
#  4 . O X X X
#  3 O . O X X
#  2 . O O X .
#  1 O O . X .
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-7.sgf
komi -0.5
70 reg_genmove b
#? [C1]

# After C1 the board is won by Black by 1; Black's next best, B5, gives White by 1.
#
#  5 X . X O .
#  4 . X X O O
#  3 X X O O .
#  2 X X O O .
#  1 . X . O O
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-8.sgf
komi 0.5
80 reg_genmove b
#? [C1]

# After B1 the board is won by Black by 5; Black's next best, E4, gives Black by 3.
#
#  5 . O X . X
#  4 O O X X .
#  3 . O O X X
#  2 O O X X .
#  1 O . X O .
#    A B C D E
#
# proof: win
loadsgf sgf/endgame-5x5-9.sgf
komi 4.5
90 reg_genmove b
#? [B1]

# After D5 the board is won by White by 2; White's next best, E1, gives Black by 2.
#
#  6 . X X O O .
#  5 . X O . O O
#  4 . X X O O .
#  3 X X X X O O
#  2 . X X O O X
#  1 X X O O . .
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-1.sgf
komi -0.5
100 reg_genmove w
#? [D5]

# After B5 the board is won by Black by 6; Black's next best, A5, gives Black by 4.
#
#  6 O O . X X X
#  5 . . X X . .
#  4 O O X . X X
#  3 . O X X . X
#  2 O O O O X X
#  1 O . O . . O
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-2.sgf
komi 4.5
110 reg_genmove b
#? [B5]

# After D6 the board is won by White by 8; White's next best, C4, gives White by 6.
#
#  6 . O O . O O
#  5 O . O O X X
#  4 O O . O X X
#  3 O O O X . X
#  2 X X O X X X
#  1 X . X . X .
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-3.sgf
komi -6.5
120 reg_genmove w
#? [D6]

# After C6 the board is won by Black by 8; Black's next best, F6, gives Black by 6.
#
#  6 O O . X X .
#  5 O O X X X X
#  4 . O O X O O
#  3 O O X X X O
#  2 . O O X X .
#  1 O O X X . X
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-4.sgf
komi 6.5
130 reg_genmove b
#? [C6]

# After C1 the board is won by White by 2; White's next best, D1, makes it even.
#
#  6 . . X X X .
#  5 X X X . O O
#  4 X . X O O O
#  3 X X O . O .
#  2 X X O O O O
#  1 X O . . . .
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-5.sgf
komi -1.5
140 reg_genmove w
#? [C1]

# After E6 the board is won by Black by 4; Black's next best, E1, gives Black by 2.
#
#  6 . O O O . .
#  5 . O . O X X
#  4 O O X X X .
#  3 . O X . X .
#  2 O O . X X X
#  1 O O X X . X
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-6.sgf
komi 3.5
150 reg_genmove b
#? [E6]

# After E1 the board is won by Black by 4; Black's next best, E6, makes it even.
#
#  6 . O X X . .
#  5 O O X X O O
#  4 . O X X X X
#  3 O O O X . .
#  2 O . O O X X
#  1 . O O X . X
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-7.sgf
komi 1.5
160 reg_genmove b
#? [E1]

# After A3 the board is won by Black by 4; Black's next best, F2, gives Black by 2.
#
#  6 . O . O O O
#  5 O O O O X X
#  4 . O O O O X
#  3 . O . X X X
#  2 X X X X . .
#  1 . O X X X .
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-8.sgf
komi 2.5
170 reg_genmove b
#? [A3]

# After B1 the board is won by Black by 4; Black's next best, A1, makes it even.
#
#  6 O . O X X .
#  5 O O O O X .
#  4 O . O O X .
#  3 . O X O X X
#  2 . O X X X .
#  1 . . X . X X
#    A B C D E F
#
# proof: win
loadsgf sgf/endgame-6x6-9.sgf
komi 2.5
180 reg_genmove b
#? [B1]

# After E1 the board is won by White by 7; Black's next best, A6, gives White by 17.
#
#  7 O O . O O O .
#  6 . O O O . . O
#  5 X X O O . O O
#  4 . X X O O O O
#  3 X X X O O O X
#  2 X . X O O X X
#  1 . X X X . X .
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-1.sgf
komi -11.5
190 reg_genmove b
#? [E1]

# After D7 the board is won by White by 13; White's next best, C1, gives White by 9.
#
#  7 . O O . O X .
#  6 O O . O X X X
#  5 . X X O O X X
#  4 O X O O X X .
#  3 . O . O X . X
#  2 O O O O X X .
#  1 O O . O O X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-2.sgf
komi -11.5
200 reg_genmove w
#? [D7]

# After B5 the board is won by Black by 3; White's next best, E7, gives Black by 5.
#
#  7 X X X . . O O
#  6 X X X X O O .
#  5 . . O O . O O
#  4 X X O O O . O
#  3 X X X X X O O
#  2 X . X X X . O
#  1 X O X . X O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-3.sgf
komi 4.5
210 reg_genmove w
#? [B5]

# After A3 the board is won by Black by 9; Black's next best, B1, gives Black by 7.
#
#  7 O . O O O X .
#  6 O O O O O X X
#  5 . O . O O X .
#  4 O O O O O X X
#  3 . X X X X . X
#  2 X X X X X O X
#  1 X . . . X O X
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-4.sgf
komi 8.5
220 reg_genmove b
#? [A3]

# After E1 the board is won by White by 7; Black's next best, A1, gives White by 9.
#
#  7 . X O O . O O
#  6 X X X O . O O
#  5 X X X O O O O
#  4 X . X O X . O
#  3 . X O O . O .
#  2 X X X O O O O
#  1 . X X X . O .
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-5.sgf
komi -8.5
230 reg_genmove b
#? [E1]

# After D5 the board is won by Black by 3; Black's next best, G7, gives Black by 1.
#
#  7 O O . O X X .
#  6 . O O O O X X
#  5 O O O . O X .
#  4 O . O X X X X
#  3 O O O X X X X
#  2 . O X X X . .
#  1 O O X X . O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-6.sgf
komi 2.5
240 reg_genmove b
#? [D5]

# After G5 the board is won by Black by 9; Black's next best, G2, gives Black by 7.
#
#  7 . O . O O . O
#  6 O O O O O O O
#  5 O O X O O O .
#  4 X X X X O X X
#  3 X X . X X X X
#  2 O . X X O X .
#  1 . X X . . X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-7.sgf
komi 8.5
250 reg_genmove b
#? [G5]

# After E4 the board is won by Black by 1; White's next best, E1, gives Black by 3.
#
#  7 O O O O . O O
#  6 X O . O O . O
#  5 X X O O O . O
#  4 . X O O . O X
#  3 X X O X X . X
#  2 X X . X X X X
#  1 X . X X . . X
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-8.sgf
komi 1.5
260 reg_genmove w
#? [E4]

# After C2 the board is won by White by 1; Black's next best, A5, gives White by 3.
#
#  7 O O O O X . X
#  6 O O . O X X X
#  5 . O O X X X X
#  4 . O X X . X .
#  3 O O X X X X X
#  2 O O . X . . .
#  1 O . O O O O O
#    A B C D E F G
#
# proof: win
loadsgf sgf/endgame-7x7-9.sgf
komi -2.5
270 reg_genmove b
#? [C2]
