# Questions about the position. Lists of points begin with the top row, each row from left to right.

boardsize 9
clear_board
gogui-play_sequence b C3 w G7 b J9 w A1 b A9 w J1
10 list_stones b
#? [A9 J9 C3]
20 list_stones w
#? [G7 A1 J1]
30 list_stones BLACK
#? [A9 J9 C3]

# Liberties.

clear_board
play b E5
play b E6
play w E4
40 countlib E5
#? [5]
50 findlib e5
#? [E7 D6 F6 D5 F5]
60 countlib E6
#? [5]
70 findlib E4
#? [D4 F4 E3]
play b A1
80 findlib A1
#? [A2 B1]

# accuratelib: the liberties a move would have, captures included.

90 accuratelib b E7
#? [7]
100 accuratelib w E3
#? [5]
110 accuratelib b J9
#? [2]
#  5 . . . . .
#  4 . . . . .
#  3 . . . X X
#  2 . . X O O
#  1 . . X O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b D3 b E3 b C2 b C1 w D2 w E2 w D1
120 accuratelib b E1
#? [2]

# is_legal and all_legal ask the rules in force and look at one color, whoever is next.

130 is_legal b D2
#? [0]
140 is_legal b E1
#? [1]
150 is_legal w E1
#? [1]
kata-set-rules chinese
160 is_legal w E1
#? [0]
kata-set-rules tromp-taylor
170 is_legal b pass
#? [1]
180 is_legal w PASS
#? [1]
boardsize 2
clear_board
190 all_legal b
#? [A2 B2 A1 B1]
play b A2
200 all_legal w
#? [B2 A1 B1]
play b B1
210 all_legal w
#? []
rectangular_boardsize 3 2
220 all_legal w
#? [A2 B2 C2 A1 B1 C1]
#  5 O O . X .
#  4 X X O X X
#  3 . X O O X
#  2 X X X O O
#  1 . X . X O
#    A B C D E
boardsize 5
clear_board
gogui-setup b D5 b A4 b B4 b D4 b E4 b B3 b E3 b A2 b B2 b C2 b B1 b D1 w A5 w B5 w C4 w C3 w D3 w D2 w E2 w E1
kata-set-rules chinese
230 all_legal b
#? [C5 E5 A3 A1 C1]
240 all_legal w
#? [C1]

# trymove plays on trial, any number deep; popgo takes back one at a time. The history knows nothing of it.

boardsize 5
clear_board
kata-set-rules tromp-taylor
gogui-play_sequence b A2 w A1
trymove b B1
250 list_stones w
#? []
260 list_stones b
#? [A2 B1]
trymove w C3
270 list_stones w
#? [C3]
popgo
280 list_stones w
#? []
popgo
290 list_stones w
#? [A1]
300 list_stones b
#? [A2]
310 captures b
#? [0]
320 move_history
#? [white A1\nblack A2]

# Reasons and insides are for people; they only have to be there.

330 kosumi-why_illegal w A2
#? [.+]
340 kosumi-why_illegal b B1
#? [.*]
350 kosumi-board
#? [.+]
360 kosumi-clock
#? [.+]
