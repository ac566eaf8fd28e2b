# Life and death that needs no search: two chains with two eyes each, nothing else on the board.

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
play b pass
play w pass
10 final_status_list dead
#? []
20 final_status_list seki
#? []
30 final_status_list alive
#? [(?:[A-E][1-5] ){7}[A-E][1-5]\n(?:[A-E][1-5] ){12}[A-E][1-5]|(?:[A-E][1-5] ){12}[A-E][1-5]\n(?:[A-E][1-5] ){7}[A-E][1-5]]
40 final_status B5
#? [alive]
50 final_status e1
#? [alive]
60 final_status A5
#? [black_territory]
70 final_status E3
#? [white_territory]
80 final_score
#? [B\+5\.0]
kata-set-rules chinese
90 final_score
#? [B\+5\.0]
kata-set-rules japanese
100 final_score
#? [0]
komi 6.5
110 final_score
#? [W\+6\.5]
komi 0

# A white stone in an eye of a chain that has another one. Under area and territory counting by agreement
# it is dead; under tromp-taylor the game is over and it counts as it stands.

#  5 O X X O .
#  4 . X X O O
#  3 X X X O .
#  2 . X X O O
#  1 X X X O O
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b C5 b B4 b C4 b A3 b B3 b C3 b B2 b C2 b A1 b B1 b C1 w A5 w D5 w D4 w E4 w D3 w D2 w E2 w D1 w E1
play b pass
play w pass
kata-set-rules chinese
120 final_status_list dead
#? [A5]
130 final_status A5
#? [dead]
140 final_score
#? [B\+5\.0]
kata-set-rules japanese
150 final_status_list dead
#? [A5]
160 final_score
#? [B\+2\.0]
kata-set-rules tromp-taylor
170 final_status_list dead
#? []
180 final_score
#? [B\+2\.0]

# White fills E1, so Black has to defend C1: neither counts for anybody.
#    A B C D E F G H J
#  9 . . . . X O . . .
#  8 . . . . X O . . .
#  7 . . . . X O . . .
#  6 . . . . X O . . .
#  5 X X X X X O . . .
#  4 X X X X O O . . .
#  3 . . . X O . . . .
#  2 X X X O O . . . .
#  1 . . . X . O . . .
#    A B C D E F G H J

boardsize 9
clear_board
kata-set-rules japanese
gogui-setup b E9 b E8 b E7 b E6 b A5 b B5 b C5 b D5 b E5 b A4 b B4 b C4 b D4 b D3 b A2 b B2 b C2 b D1 w F9 w F8 w F7 w F6 w F5 w E4 w F4 w E3 w D2 w E2 w F1
220 final_status C1
#? [dame]
230 final_status B1
#? [black_territory]
240 final_status_list dame
#? [C1 E1]
250 final_status_list seki
#? []
kata-set-rules tromp-taylor

# An empty board has no stones to list.

boardsize 9
clear_board
260 final_status_list dead
#? []
270 final_status_list alive
#? []
280 final_status_list seki
#? []
