# Positions and sequences that come in one line.

# gogui-setup places stones without a move, gogui-setup_player names who is next.

boardsize 9
clear_board
gogui-setup b C3 w G7 B e5
10 list_stones b
#? [E5 C3]
20 list_stones w
#? [G7]
30 move_history
#? []
40 get_handicap
#? [0]
gogui-setup_player w
50 move_history
#? []
60 printsgf
#? [.*PL\[W\].*]
gogui-setup_player b
70 printsgf
#? [.*PL\[B\].*]
play w D4
80 move_history
#? [white D4]
undo
90 list_stones b
#? [E5 C3]

# No stones: nothing to do. One liberty is enough, and nothing is captured on the way.

clear_board
gogui-setup
100 list_stones b
#? []
gogui-setup w A1 b A2 b C1
110 list_stones w
#? [A1]
120 captures b
#? [0]
play b B1
130 captures b
#? [1]

# gogui-play_sequence is as many plays.

clear_board
gogui-play_sequence b E5 w D5 b PASS w c5
140 move_history
#? [white C5\nblack pass\nwhite D5\nblack E5]
gogui-play_sequence
150 last_move
#? [white C5]
gogui-play_sequence b A1 b A2 b A3
160 move_history
#? [black A3\nblack A2\nblack A1\nwhite C5\nblack pass\nwhite D5\nblack E5]
clear_board
gogui-play_sequence w A1 b A2 b B1 w C3
170 list_stones w
#? [C3]
180 captures b
#? [1]

# set_position replaces everything; without stones it is clear_board.

set_position b D4 w F6 b D5
190 list_stones b
#? [D5 D4]
200 list_stones w
#? [F6]
210 move_history
#? []
220 captures b
#? [0]
set_position w A1
230 list_stones b
#? []
240 list_stones w
#? [A1]
set_position
250 list_stones w
#? []
260 query_boardsize
#? [9]
