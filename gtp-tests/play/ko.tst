# Kos: to take, to connect, to avoid; to find threats and to answer them.

# Black has just taken a ko at A5. Retaking at B5 is forbidden now; A2 is the best that White has.
#
#  5 X . X X .
#  4 O X X . X
#  3 O X X X X
#  2 . O O O O
#  1 O O . O .
#    A B C D E
#
# proof: win
loadsgf sgf/ko-retaken-1.sgf
komi 1.5
play b A5
10 reg_genmove w
#? [A2]

# Black has just taken a ko at E3. Retaking at E4 is forbidden now; C3 is the best that White has.
#
#  5 . X . X X
#  4 X X X X .
#  3 X X . O X
#  2 O O O O O
#  1 . O O . O
#    A B C D E
#
# proof: win
loadsgf sgf/ko-retaken-2.sgf
komi 1.5
play b E3
20 reg_genmove w
#? [C3]

# White has just taken a ko at A5. Retaking at A4 is forbidden now; E1 is the best that Black has.
#
#  5 O X X X .
#  4 . O O X X
#  3 O . O X .
#  2 O O O X X
#  1 O . O O .
#    A B C D E
#
# proof: win
loadsgf sgf/ko-retaken-3.sgf
komi -3.5
play w A5
30 reg_genmove b
#? [E1]

# White has just taken a ko at A4. Retaking at A3 is forbidden now; B5 is the best that Black has.
#
#  6 . X X X . X
#  5 X . X X X X
#  4 O X O O O X
#  3 . O . O . O
#  2 O . O O O O
#  1 . O O O O .
#    A B C D E F
#
# proof: win
loadsgf sgf/ko-retaken-4.sgf
komi -8.5
play w A4
40 reg_genmove b
#? [B5]

# Black has just taken a ko at C2. Retaking at C3 is forbidden now; F6 is the best that White has.
#
#  6 . X X . X .
#  5 X X . X O X
#  4 X . X X O O
#  3 O X . X O O
#  2 O O X O O O
#  1 . X O O O .
#    A B C D E F
#
# proof: win
loadsgf sgf/ko-retaken-5.sgf
komi 4.5
play b C2
50 reg_genmove w
#? [F6]

# White has just taken a ko at C6. Retaking at B6 is forbidden now; D5 is the best that Black has.
#
#  6 O . O X X .
#  5 O O X . X X
#  4 O O O X X X
#  3 O . O X . X
#  2 . O O X X X
#  1 O O O X X .
#    A B C D E F
#
# proof: win
loadsgf sgf/ko-retaken-6.sgf
komi 1.5
play w C6
60 reg_genmove b
#? [D5]

# Black has just taken a ko at A3. Retaking at A2 is forbidden now; E6 is the best that White has.
#
#  6 O . O O . X
#  5 O O O O O X
#  4 O O . O O X
#  3 X O O X X X
#  2 . X X X X .
#  1 X X X X . X
#    A B C D E F
#
# proof: win
loadsgf sgf/ko-retaken-7.sgf
komi 2.5
play b A3
70 reg_genmove w
#? [E6]

# Taking the ko is right. After A7 the board is won by Black by 5; Black's next best, G4, gives Black by 3.
#
#  7 . O X X X X X
#  6 O X X O X O X
#  5 O O X O X O O
#  4 . O O O X X .
#  3 O . O O O X .
#  2 O O O X X X X
#  1 . . O O . X .
#    A B C D E F G
#
# proof: win
loadsgf sgf/ko-take-7x7-1.sgf
komi 4.5
80 reg_genmove b
#? [A7]

# Taking the ko is right. After G7 the board is won by White by 23; White's next best, A1, gives White by 19.
#
#  7 . X O O O X .
#  6 X O O O O O X
#  5 O O O O O O X
#  4 O O O . O O X
#  3 . X O O O X X
#  2 O O O O X X .
#  1 . O X X X . X
#    A B C D E F G
#
# proof: win
loadsgf sgf/ko-take-7x7-2.sgf
komi -20.5
90 reg_genmove w
#? [G7]

# Taking the ko is right. After E1 the board is won by Black by 2; Black's next best, C1, gives White by 2.
#
#  6 X X X . . .
#  5 O O X . X X
#  4 O O X X X .
#  3 O . O O X X
#  2 . O . O O X
#  1 O O . O . O
#    A B C D E F
#
# proof: win
loadsgf sgf/ko-take-6x6-3.sgf
komi -0.5
100 reg_genmove b
#? [E1]

# Taking the ko is right. After D7 the board is won by White by 1; White's next best, G6, gives Black by 3.
#
#  7 X . X . X O O
#  6 . X . X O O .
#  5 X X X X O O X
#  4 X X X X O . O
#  3 X . X O O O O
#  2 . X X O O . O
#  1 X . X O . X O
#    A B C D E F G
#
# proof: win
loadsgf sgf/ko-take-7x7-4.sgf
komi 1.5
110 reg_genmove w
#? [D7]

# Taking the ko is right. After B1 the board is won by Black by 19; Black's next best, G7, gives Black by 15.
#
#  7 . O X . X X .
#  6 O O X X . X X
#  5 . O X X X X X
#  4 O O O X . X X
#  3 O . O X X X X
#  2 . O X X . O .
#  1 O . O X X X X
#    A B C D E F G
#
# proof: win
loadsgf sgf/ko-take-7x7-5.sgf
komi 17.5
120 reg_genmove b
#? [B1]

# Taking the ko is right. After G2 the board is won by Black by 11; Black's next best, A1, gives Black by 7.
#
#  7 . X X O O O O
#  6 O X X O O O .
#  5 X . X O . O O
#  4 X X X O O O .
#  3 . X . X X O O
#  2 X X X . X O .
#  1 . O X X X X O
#    A B C D E F G
#
# proof: win
loadsgf sgf/ko-take-7x7-6.sgf
komi 8.5
130 reg_genmove b
#? [G2]

# Taking the ko is right. After C1 the board is won by Black by 3; White's next best, A7, gives Black by 5.
#
#  7 . O O O . X .
#  6 O O X X X X X
#  5 . O X O O X X
#  4 O O O O X . X
#  3 . O O O X . X
#  2 O O X X X X X
#  1 O X . X . . X
#    A B C D E F G
#
# proof: win
loadsgf sgf/ko-take-7x7-7.sgf
komi 3.5
140 reg_genmove w
#? [C1]
