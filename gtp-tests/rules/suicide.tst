# Suicide: allowed for chains by some rule sets, for a single stone by none of these.

kata-set-rules chinese
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
10 is_legal b D2
#? [0]
20 is_legal w D2
#? [1]

kata-set-rules chinese-kgs
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
30 is_legal b D2
#? [0]
40 is_legal w D2
#? [1]

kata-set-rules japanese
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
50 is_legal b D2
#? [0]
60 is_legal w D2
#? [1]

kata-set-rules korean
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
70 is_legal b D2
#? [0]
80 is_legal w D2
#? [1]

kata-set-rules aga
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
90 is_legal b D2
#? [0]
100 is_legal w D2
#? [1]

kata-set-rules french
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
110 is_legal b D2
#? [0]
120 is_legal w D2
#? [1]

kata-set-rules tromp-taylor
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
130 is_legal b D2
#? [1]
play b D2
140 list_stones b
#? [C4 B3 A1]
150 list_stones w
#? [C5 C3 D3 E3 B2 E2 C1]
160 captures w
#? [4]
undo
170 list_stones b
#? [C4 B3 C2 A1 D1 E1]
180 captures w
#? [0]

kata-set-rules new-zealand
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
190 is_legal b D2
#? [1]
play b D2
200 list_stones b
#? [C4 B3 A1]
210 list_stones w
#? [C5 C3 D3 E3 B2 E2 C1]
220 captures w
#? [4]
undo
230 list_stones b
#? [C4 B3 C2 A1 D1 E1]
240 captures w
#? [0]

kata-set-rules ing
#  5 . . O . .
#  4 . . X . .
#  3 . X O O O
#  2 . O X . O
#  1 X . O X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b B3 b C2 b A1 b D1 b E1 w C5 w C3 w D3 w E3 w B2 w E2 w C1
250 is_legal b D2
#? [1]
play b D2
260 list_stones b
#? [C4 B3 A1]
270 list_stones w
#? [C5 C3 D3 E3 B2 E2 C1]
280 captures w
#? [4]
undo
290 list_stones b
#? [C4 B3 C2 A1 D1 E1]
300 captures w
#? [0]

# A stone that only takes itself off leaves the board as it was: a repetition, not a move.

kata-set-rules tromp-taylor
#  5 . . . . .
#  4 . . X . .
#  3 X . X . .
#  2 O O . . .
#  1 . O . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b A3 b C3 w A2 w B2 w B1
310 is_legal b A1
#? [0]
320 is_legal w A1
#? [1]

kata-set-rules chinese
#  5 . . . . .
#  4 . . X . .
#  3 X . X . .
#  2 O O . . .
#  1 . O . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b A3 b C3 w A2 w B2 w B1
330 is_legal b A1
#? [0]
340 is_legal w A1
#? [1]

kata-set-rules japanese
#  5 . . . . .
#  4 . . X . .
#  3 X . X . .
#  2 O O . . .
#  1 . O . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b A3 b C3 w A2 w B2 w B1
350 is_legal b A1
#? [0]
360 is_legal w A1
#? [1]

kata-set-rules ing
#  5 . . . . .
#  4 . . X . .
#  3 X . X . .
#  2 O O . . .
#  1 . O . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b A3 b C3 w A2 w B2 w B1
370 is_legal b A1
#? [0]
380 is_legal w A1
#? [1]

# No liberty of its own, but a capture: legal everywhere.

kata-set-rules chinese
#  5 . . . . .
#  4 . . . . .
#  3 O O . . .
#  2 X X O . .
#  1 . X O . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b A2 b B2 b B1 w A3 w B3 w C2 w C1
390 is_legal w A1
#? [1]
400 is_legal b A1
#? [0]
play w A1
410 list_stones b
#? []

# The last liberty of seven white stones: White would lose eight, Black takes seven.

kata-set-rules chinese
#  6 . . X X .
#  5 . X O . X
#  4 X O O O X
#  3 . X O X .
#  2 . X O O X
#  1 . . X X .
#    A B C D E
rectangular_boardsize 5 6
clear_board
gogui-setup b C6 b D6 b B5 b E5 b A4 b E4 b B3 b D3 b B2 b E2 b C1 b D1 w C5 w B4 w C4 w D4 w C3 w C2 w D2
420 is_legal w D5
#? [0]
430 is_legal b D5
#? [1]
kata-set-rules tromp-taylor
440 is_legal w D5
#? [1]
play w D5
450 captures b
#? [8]
undo
play b D5
460 captures b
#? [7]

# The smallest board: one stone between two enemies.

kata-set-rules tromp-taylor
boardsize 2
clear_board
play b A1
play b B2
470 is_legal w A2
#? [0]
480 is_legal w B1
#? [0]
490 is_legal b A2
#? [1]
500 all_legal w
#? []
510 all_legal b
#? [A2 B1]
