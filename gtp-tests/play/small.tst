# The smallest boards, on which the best play is known: the first move, and answers that keep the value.

# With superko the first player wins by one on the smallest square, wherever he plays; a pass gives the other
# that point.
#
#  2 . .
#  1 . .
#    A B
#
# proof: win
loadsgf sgf/small-two-by-two-first.sgf
komi -0.5
10 reg_genmove w
#? [A1|A2|B1|B2]

# The point diagonally opposite keeps Black to one point.
#
#  2 . .
#  1 . X
#    A B
#
# proof: win
loadsgf sgf/small-two-by-two-answer.sgf
komi 1.5
play b B1
20 reg_genmove w
#? [A2]

# Three points in a row: the middle makes two eyes and owns the board; an end loses it.
#
#  1 . . .
#    A B C
#
# proof: win
loadsgf sgf/small-three-in-a-row.sgf
komi -2.5
30 reg_genmove w
#? [B1]

# Two rows of four: a point of the inner columns owns the board, a corner loses it.
#
#  2 . . . .
#  1 . . . .
#    A B C D
#
# proof: win
loadsgf sgf/small-four-by-two-first.sgf
komi -7.5
40 reg_genmove w
#? [B1|B2|C1|C2]

# Two rows of five: any point but a corner owns the board.
#
#  2 . . . . .
#  1 . . . . .
#    A B C D E
#
# proof: win
loadsgf sgf/small-five-by-two-first.sgf
komi 9.5
50 reg_genmove b
#? [B1|B2|C1|C2|D1|D2]

# After the corner C2 the point beside it takes the whole board.
#
#  2 . . O
#  1 . . .
#    A B C
#
# proof: win
loadsgf sgf/small-three-by-two-answer.sgf
komi 5.5
play w C2
60 reg_genmove b
#? [B2]

# Only the center owns the whole board.
#
#  3 . . .
#  2 . . .
#  1 . . .
#    A B C
#
# proof: win
loadsgf sgf/small-three-by-three-first.sgf
komi -8.5
70 reg_genmove w
#? [B2]

# Black began in the corner: the center now owns the board for White.
#
#  3 X . .
#  2 . . .
#  1 . . .
#    A B C
#
# proof: win
loadsgf sgf/small-three-by-three-corner.sgf
komi -8.5
play b A3
80 reg_genmove w
#? [B2]

# Black began on the side: the center is the only answer that keeps him to three points.
#
#  3 . . .
#  2 . . X
#  1 . . .
#    A B C
#
# proof: win
loadsgf sgf/small-three-by-three-side.sgf
komi 3.5
play b C2
90 reg_genmove w
#? [B2]

# Black answered on the side: White secures a second eye by the other sides; a corner or a pass is too slow.
#
#  3 . . .
#  2 X O .
#  1 . . .
#    A B C
#
# proof: win
loadsgf sgf/small-three-by-three-third.sgf
komi -8.5
play w B2
play b A2
100 reg_genmove w
#? [B1|B3|C2]

# White answered in the corner: any play keeps the whole board, a pass does not.
#
#  3 . . .
#  2 . X .
#  1 . . O
#    A B C
#
# proof: win
loadsgf sgf/small-three-by-three-keep.sgf
komi 8.5
play b B2
play w C1
110 reg_genmove b
#? [!pass|PASS]

# Four columns, three rows: a center point wins by four.
#
#  3 . . . .
#  2 . . . .
#  1 . . . .
#    A B C D
#
# proof: win
loadsgf sgf/small-four-by-three-first.sgf
komi 3.5
120 reg_genmove b
#? [B2|C2]

# After B4 the board is won by White by 2; Black's next best, C1, gives White by 16.
#
#  4 . . X .
#  3 O O X O
#  2 O X O .
#  1 . X . O
#    A B C D
#
# proof: win
loadsgf sgf/small-four-by-four-1.sgf
komi -8.5
130 reg_genmove b
#? [B4]

# After B1 the board is won by Black by 1; White's next best, A4, gives Black by 16.
#
#  4 . X X X
#  3 . X O O
#  2 . X O .
#  1 . . O .
#    A B C D
#
# proof: win
loadsgf sgf/small-four-by-four-2.sgf
komi 8.5
140 reg_genmove w
#? [B1]

# After C3 the board is won by White by 1; Black's next best, D4, gives White by 16.
#
#  4 . O . .
#  3 O O . O
#  2 X X X O
#  1 . X X .
#    A B C D
#
# proof: win
loadsgf sgf/small-four-by-four-3.sgf
komi -8.5
150 reg_genmove b
#? [C3]

# After D2 the board is won by Black by 1; Black's next best, A2, gives White by 2.
#
#  4 O O O .
#  3 . O X O
#  2 . O X .
#  1 . X X .
#    A B C D
#
# proof: win
loadsgf sgf/small-four-by-four-4.sgf
komi -0.5
160 reg_genmove b
#? [D2]

# After C2 the board is won by White by 3; White's next best, A2, gives White by 1.
#
#  4 . X X .
#  3 O X X X
#  2 . O . O
#  1 . O O .
#    A B C D
#
# proof: win
loadsgf sgf/small-four-by-four-5.sgf
komi -1.5
170 reg_genmove w
#? [C2]

# After C3 the board is won by White by 3; Black's next best, D1, gives White by 16.
#
#  4 O . X X
#  3 . O . .
#  2 . O X X
#  1 O O O .
#    A B C D
#
# proof: win
loadsgf sgf/small-four-by-four-6.sgf
komi -9.5
180 reg_genmove b
#? [C3]
