# Taking back: one entry of the history, whatever it was and wherever it came from.

boardsize 9
play b E5
play w pass
play b D4
undo
10 move_history
#? [white pass\nblack E5]
undo
undo
20 list_stones b
#? []
30 move_history
#? []

# Captured stones come back, and the count of them too.

play w A1
play b A2
play b B1
40 list_stones w
#? []
50 captures b
#? [1]
undo
60 list_stones w
#? [A1]
70 list_stones b
#? [A2]
80 captures b
#? [0]

# gg-undo takes several back, one without a number, none with 0.

clear_board
gogui-play_sequence b A1 w B2 b C3 w D4 b E5
gg-undo 3
90 move_history
#? [white B2\nblack A1]
gg-undo
100 move_history
#? [black A1]
gg-undo 0
110 move_history
#? [black A1]
gg-undo 1
120 move_history
#? []

# Komi is not part of the history.

komi 1.5
play b A1
komi 2.5
undo
130 get_komi
#? [2\.5]

# A generated move is taken back like any other.

clear_board
play b E5
genmove w
undo
140 list_stones w
#? []
150 last_move
#? [black E5]

# Handicap and setup stones stay.

clear_board
fixed_handicap 4
play w E5
undo
160 list_stones b
#? [C7 G7 C3 G3]
clear_board
gogui-setup b C3 w D3
play b E3
undo
170 list_stones b
#? [C3]
180 list_stones w
#? [D3]

# Moves of a record, too.

loadsgf ../games/plain.sgf
undo
190 last_move
#? [black C4]
gg-undo 10
200 move_history
#? [black E5]

# A change after an undo is a new game: what was taken back does not return.

clear_board
play b A1
play w B1
undo
play w C1
210 move_history
#? [white C1\nblack A1]
undo
undo
play b J9
220 move_history
#? [black J9]
