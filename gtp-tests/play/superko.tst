# Positions in which positional superko forbids a move, sometimes one far in the past.

# Black would like to retake at A1, but that would bring back the board as it was before his move at A2, which
# superko forbids. Only A2 keeps what he has.
#
#  4 X X X .
#  3 O X X X
#  2 . O O O
#  1 . O O .
#    A B C D
#
# proof: win
loadsgf sgf/superko-return-1.sgf
komi 2.5
play b A2
play w A3
10 reg_genmove b
#? [A2]

# White would like to retake at D1, but that would bring back the board as it was before his move at D2, which
# superko forbids. Only D2 keeps what he has.
#
#  4 . O O O
#  3 O O O X
#  2 X X X .
#  1 . X X .
#    A B C D
#
# proof: win
loadsgf sgf/superko-return-2.sgf
komi -2.5
play w D2
play b D3
20 reg_genmove w
#? [D2]

# White would like to retake at A3, but that would bring back the board as it was before his move at A2, which
# superko forbids. Only C4 keeps what he has.
#
#  4 X O . O
#  3 . X O .
#  2 . X O O
#  1 X X X .
#    A B C D
#
# proof: win
loadsgf sgf/superko-return-3.sgf
komi 1.5
play w A2
play b A4
30 reg_genmove w
#? [C4]

# Black would like to retake at C5, but that would bring back the board as it was before his move at B5, which
# superko forbids. Only B5 or a pass keeps what he has.
#
#  5 O . . O X
#  4 . O O X X
#  3 O O X X X
#  2 O X X X .
#  1 O X . X X
#    A B C D E
#
# proof: win
loadsgf sgf/superko-return-4.sgf
komi 2.5
play b B5
play w D5
40 reg_genmove b
#? [B5|pass|PASS]

# Black would like to retake at E2, but that would bring back the board as it was before his move at E1, which
# superko forbids. Only E1 or a pass keeps what he has.
#
#  5 . X . X X
#  4 X X X X X
#  3 O O O X O
#  2 . O O O .
#  1 O O . O .
#    A B C D E
#
# proof: win
loadsgf sgf/superko-return-5.sgf
komi -3.5
play b E1
play w E3
50 reg_genmove b
#? [E1|pass|PASS]

# White would like to retake at D5, but that would bring back the board as it was before his move at E5, which
# superko forbids. Only B4 keeps what he has.
#
#  5 . O X . .
#  4 O . O X X
#  3 . O X X X
#  2 O O X X .
#  1 O X X . X
#    A B C D E
#
# proof: win
loadsgf sgf/superko-return-6.sgf
komi 5.5
play w E5
play b C5
60 reg_genmove w
#? [B4]

# Black would like to retake at D1, but that would bring back the board as it was before his move at E1, which
# superko forbids. Only B2 keeps what he has.
#
#  5 . X O . .
#  4 X X O O O
#  3 . X O O .
#  2 X . X O O
#  1 . X O . .
#    A B C D E
#
# proof: win
loadsgf sgf/superko-return-7.sgf
komi -3.5
play b E1
play w C1
70 reg_genmove b
#? [B2]

# White would like to retake at D1, but that would bring back the board as it was before his move at E1, which
# superko forbids. Only B2 keeps what he has.
#
#  5 . O X X .
#  4 O O X X X
#  3 O O X . X
#  2 O . O X X
#  1 . O X . .
#    A B C D E
#
# proof: win
loadsgf sgf/superko-return-8.sgf
komi 3.5
play w E1
play b C1
80 reg_genmove w
#? [B2]

# Black would like to retake at B6, but that would bring back the board as it was before his move at A6, which
# superko forbids. Only D5 keeps what he has.
#
#  6 . . O X X X
#  5 O O X . X X
#  4 O O O X X .
#  3 O . O O X X
#  2 O O O O X .
#  1 O . . O X X
#    A B C D E F
#
# proof: win
loadsgf sgf/superko-return-9.sgf
komi -4.5
play b A6
play w C6
90 reg_genmove b
#? [D5]

# White would like to retake at E4, but that would bring back the board as it was before his move at E5, which
# superko forbids. Only F2 keeps what he has.
#
#  6 . X . X X .
#  5 X X X X . X
#  4 X X X X . X
#  3 O X O O X O
#  2 O O O . O .
#  1 O . O O O O
#    A B C D E F
#
# proof: win
loadsgf sgf/superko-return-10.sgf
komi 4.5
play w E5
play b E3
100 reg_genmove w
#? [F2]

# White would like to retake at D6, but that would bring back the board as it was before his move at E6, which
# superko forbids. Only E6 or B3 keeps what he has.
#
#  6 . O X . . X
#  5 O O O X X X
#  4 O O X . X X
#  3 O . X X . X
#  2 O O X . X X
#  1 . O X X X .
#    A B C D E F
#
# proof: win
loadsgf sgf/superko-return-11.sgf
komi 10.5
play w E6
play b C6
110 reg_genmove w
#? [B3|E6]

# White has just played E5, where the stones can be taken. Black takes at C5: superko keeps White from taking
# back.
#
#  5 . O . O O
#  4 O . O X X
#  3 O O O X X
#  2 X X X X X
#  1 . X X . X
#    A B C D E
#
# proof: win
loadsgf sgf/superko-send-1.sgf
komi 8.5
play w E5
120 reg_genmove b
#? [C5]

# Black has just played E5, where the stones can be taken. White takes at C5: superko keeps Black from taking
# back.
#
#  5 . X . X X
#  4 X . X O O
#  3 . X O O .
#  2 X X O O O
#  1 . X O . .
#    A B C D E
#
# proof: win
loadsgf sgf/superko-send-2.sgf
komi -2.5
play b E5
130 reg_genmove w
#? [C5]

# White has just played F1, where the stones can be taken. Black takes at D1: superko keeps White from taking
# back.
#
#  6 O O X . . X
#  5 . O X X X X
#  4 O O X X . X
#  3 . O O X X X
#  2 O O . O X X
#  1 O O O . O O
#    A B C D E F
#
# proof: win
loadsgf sgf/superko-send-3.sgf
komi 3.5
play w F1
140 reg_genmove b
#? [D1]

# Black has just played F5, where the stones can be taken. White takes at F3: superko keeps Black from taking
# back.
#
#  6 . O O O O O
#  5 O O . O O X
#  4 O . O . O X
#  3 O O O O X .
#  2 X X . X X X
#  1 . X X X X .
#    A B C D E F
#
# proof: win
loadsgf sgf/superko-send-4.sgf
komi -9.5
play b F5
150 reg_genmove w
#? [F3]
