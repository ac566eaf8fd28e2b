# Small tactics with one right answer. Komi makes the outcome of each decide the game.

# Two chains of eight, each with one liberty: take or be taken.

komi 25
#  9 . . . . . . . . .
#  8 O O O O O O O O O
#  7 X X X X X X X X .
#  6 O O O O O O O O .
#  5 X X X X X X X X X
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b H7 b A5 b B5 b C5 b D5 b E5 b F5 b G5 b H5 b J5 w A8 w B8 w C8 w D8 w E8 w F8 w G8 w H8 w J8 w A6 w B6 w C6 w D6 w E6 w F6 w G6 w H6
gogui-setup_player b
10 reg_genmove b
#? [J6]
gogui-setup_player w
20 reg_genmove w
#? [J7]

# Three points in a row: the middle one makes two eyes, or takes them away.

komi 0
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 X X X X X X X X X
#  5 O O O O O O O O O
#  4 . . . . . . . . .
#  3 O O O O O . . . .
#  2 X X X X O . . . .
#  1 . . . X O . . . .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A6 b B6 b C6 b D6 b E6 b F6 b G6 b H6 b J6 b A2 b B2 b C2 b D2 b D1 w A5 w B5 w C5 w D5 w E5 w F5 w G5 w H5 w J5 w A3 w B3 w C3 w D3 w E3 w E2 w E1
gogui-setup_player b
30 reg_genmove b
#? [B1]
gogui-setup_player w
40 reg_genmove w
#? [B1]

# Five points in a lump: only the one with three neighbors kills.

#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 X X X X X X X X X
#  5 O O O O O O O O O
#  4 O O O O O . . . .
#  3 X X X X O . . . .
#  2 . . X X O . . . .
#  1 . . . X O . . . .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A6 b B6 b C6 b D6 b E6 b F6 b G6 b H6 b J6 b A3 b B3 b C3 b D3 b C2 b D2 b D1 w A5 w B5 w C5 w D5 w E5 w F5 w G5 w H5 w J5 w A4 w B4 w C4 w D4 w E4 w E3 w E2 w E1
gogui-setup_player w
50 reg_genmove w
#? [B1]

# A race that the next move decides: Black takes four stones, or White connects them and takes five.

komi 31
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 X X X X X X X X X
#  3 O O O O O O O O O
#  2 X X X X X . O . .
#  1 O O O O . O O . .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A4 b B4 b C4 b D4 b E4 b F4 b G4 b H4 b J4 b A2 b B2 b C2 b D2 b E2 w A3 w B3 w C3 w D3 w E3 w F3 w G3 w H3 w J3 w G2 w A1 w B1 w C1 w D1 w F1 w G1
gogui-setup_player b
60 reg_genmove b
#? [E1]
gogui-setup_player w
70 reg_genmove w
#? [E1]

# Everything is settled, and Black is ahead: only eyes are left, nothing is to be gained.

komi 0
#  5 . X X O .
#  4 X X X O O
#  3 . X X O .
#  2 X X X O O
#  1 X X X O O
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b C5 b A4 b B4 b C4 b B3 b C3 b A2 b B2 b C2 b A1 b B1 b C1 w D5 w D4 w E4 w D3 w D2 w E2 w D1 w E1
gogui-setup_player b
80 reg_genmove b
#? [pass]
