# Repetition of positions: the last move of each sequence, under three kinds of rule.
#
# chinese is simple ko, chinese-kgs positional superko, aga situational superko; none allows suicide.
# With suicide: simple ko by its parts, tromp-taylor positional, new-zealand situational.
# The sequences are the shortest of their kind on boards of one or two lines.

# Black's stone is taken and retakes: all superko rules forbid what simple ko allows.

kata-set-rules chinese
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b A1 w B1 b pass w C1
10 is_legal b A1
#? [1]

kata-set-rules chinese-kgs
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b A1 w B1 b pass w C1
20 is_legal b A1
#? [0]

kata-set-rules aga
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b A1 w B1 b pass w C1
30 is_legal b A1
#? [0]

# The position comes back with the other side to move: only positional superko forbids it.

kata-set-rules chinese
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b A1 w C1 b B1 w C1
40 is_legal b A1
#? [1]

kata-set-rules chinese-kgs
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b A1 w C1 b B1 w C1
50 is_legal b A1
#? [0]

kata-set-rules aga
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b A1 w C1 b B1 w C1
60 is_legal b A1
#? [1]

# A cycle with a pass in it.

kata-set-rules chinese
rectangular_boardsize 2 2
clear_board
gogui-play_sequence b A1 w A2 b pass w B2 b B1 w pass b B2 w A2
70 is_legal b A1
#? [1]

kata-set-rules chinese-kgs
rectangular_boardsize 2 2
clear_board
gogui-play_sequence b A1 w A2 b pass w B2 b B1 w pass b B2 w A2
80 is_legal b A1
#? [0]

kata-set-rules aga
rectangular_boardsize 2 2
clear_board
gogui-play_sequence b A1 w A2 b pass w B2 b B1 w pass b B2 w A2
90 is_legal b A1
#? [0]

# A plain ko: everybody forbids it.

kata-set-rules chinese
rectangular_boardsize 4 1
clear_board
gogui-play_sequence b B1 w C1 b D1
100 is_legal w C1
#? [0]

kata-set-rules chinese-kgs
rectangular_boardsize 4 1
clear_board
gogui-play_sequence b B1 w C1 b D1
110 is_legal w C1
#? [0]

kata-set-rules aga
rectangular_boardsize 4 1
clear_board
gogui-play_sequence b B1 w C1 b D1
120 is_legal w C1
#? [0]

# A ko that White takes after a pass of Black.

kata-set-rules chinese
rectangular_boardsize 4 1
clear_board
gogui-play_sequence b B1 w C1 b pass w A1
130 is_legal b B1
#? [0]

kata-set-rules chinese-kgs
rectangular_boardsize 4 1
clear_board
gogui-play_sequence b B1 w C1 b pass w A1
140 is_legal b B1
#? [0]

kata-set-rules aga
rectangular_boardsize 4 1
clear_board
gogui-play_sequence b B1 w C1 b pass w A1
150 is_legal b B1
#? [0]

# Sending two, returning one: White adds a stone to one in atari, Black takes both with a single stone,
# and White takes that one back. Simple ko sees nothing; situational superko waits until White sends again.

kata-set-rules chinese
#  5 . X . O .
#  4 X X O O O
#  3 X X O O .
#  2 X X O O O
#  1 . O . O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B4 b A3 b B3 b A2 b B2 w D5 w C4 w D4 w E4 w C3 w D3 w C2 w D2 w E2 w B1 w D1
gogui-setup_player w
gogui-play_sequence w A1 b C1
160 captures b
#? [2]
170 is_legal w B1
#? [1]
gogui-play_sequence w B1 b pass
180 is_legal w A1
#? [1]

kata-set-rules chinese-kgs
#  5 . X . O .
#  4 X X O O O
#  3 X X O O .
#  2 X X O O O
#  1 . O . O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B4 b A3 b B3 b A2 b B2 w D5 w C4 w D4 w E4 w C3 w D3 w C2 w D2 w E2 w B1 w D1
gogui-setup_player w
gogui-play_sequence w A1 b C1
190 captures b
#? [2]
200 is_legal w B1
#? [0]

kata-set-rules aga
#  5 . X . O .
#  4 X X O O O
#  3 X X O O .
#  2 X X O O O
#  1 . O . O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B4 b A3 b B3 b A2 b B2 w D5 w C4 w D4 w E4 w C3 w D3 w C2 w D2 w E2 w B1 w D1
gogui-setup_player w
gogui-play_sequence w A1 b C1
210 captures b
#? [2]
220 is_legal w B1
#? [1]
gogui-play_sequence w B1 b pass
230 is_legal w A1
#? [0]

# Three stones take themselves off and leave the empty board behind.

kata-set-rules {"ko":"SIMPLE","suicide":true}
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b pass w A1 b B1 w pass b A1 w pass
240 is_legal b C1
#? [1]

kata-set-rules tromp-taylor
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b pass w A1 b B1 w pass b A1 w pass
250 is_legal b C1
#? [0]

kata-set-rules new-zealand
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b pass w A1 b B1 w pass b A1 w pass
260 is_legal b C1
#? [0]

# Triple ko: a cycle of six captures, begun by Black.

kata-set-rules chinese
#  9 . . . . . . . . .
#  8 X X X X X X X . .
#  7 O O O O O O X . .
#  6 . O . O X O X X .
#  5 O X O X . X O X .
#  4 X X X X X X O X X
#  3 . O O O O O O O O
#  2 O O . O . . . O .
#  1 . . . O . . . O .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A8 b B8 b C8 b D8 b E8 b F8 b G8 b G7 b E6 b G6 b H6 b B5 b D5 b F5 b H5 b A4 b B4 b C4 b D4 b E4 b F4 b H4 b J4 w A7 w B7 w C7 w D7 w E7 w F7 w B6 w D6 w F6 w A5 w C5 w G5 w G4 w B3 w C3 w D3 w E3 w F3 w G3 w H3 w J3 w A2 w B2 w D2 w H2 w D1 w H1
gogui-setup_player b
gogui-play_sequence b A6 w E5 b C6 w A5 b E6
270 is_legal w C5
#? [1]

kata-set-rules chinese-kgs
#  9 . . . . . . . . .
#  8 X X X X X X X . .
#  7 O O O O O O X . .
#  6 . O . O X O X X .
#  5 O X O X . X O X .
#  4 X X X X X X O X X
#  3 . O O O O O O O O
#  2 O O . O . . . O .
#  1 . . . O . . . O .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A8 b B8 b C8 b D8 b E8 b F8 b G8 b G7 b E6 b G6 b H6 b B5 b D5 b F5 b H5 b A4 b B4 b C4 b D4 b E4 b F4 b H4 b J4 w A7 w B7 w C7 w D7 w E7 w F7 w B6 w D6 w F6 w A5 w C5 w G5 w G4 w B3 w C3 w D3 w E3 w F3 w G3 w H3 w J3 w A2 w B2 w D2 w H2 w D1 w H1
gogui-setup_player b
gogui-play_sequence b A6 w E5 b C6 w A5 b E6
280 is_legal w C5
#? [0]

kata-set-rules aga
#  9 . . . . . . . . .
#  8 X X X X X X X . .
#  7 O O O O O O X . .
#  6 . O . O X O X X .
#  5 O X O X . X O X .
#  4 X X X X X X O X X
#  3 . O O O O O O O O
#  2 O O . O . . . O .
#  1 . . . O . . . O .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A8 b B8 b C8 b D8 b E8 b F8 b G8 b G7 b E6 b G6 b H6 b B5 b D5 b F5 b H5 b A4 b B4 b C4 b D4 b E4 b F4 b H4 b J4 w A7 w B7 w C7 w D7 w E7 w F7 w B6 w D6 w F6 w A5 w C5 w G5 w G4 w B3 w C3 w D3 w E3 w F3 w G3 w H3 w J3 w A2 w B2 w D2 w H2 w D1 w H1
gogui-setup_player b
gogui-play_sequence b A6 w E5 b C6 w A5 b E6
290 is_legal w C5
#? [0]

# The same after a pass of White: the pair of position and turn that the pass made counts.

kata-set-rules chinese
#  9 . . . . . . . . .
#  8 X X X X X X X . .
#  7 O O O O O O X . .
#  6 . O . O X O X X .
#  5 O X O X . X O X .
#  4 X X X X X X O X X
#  3 . O O O O O O O O
#  2 O O . O . . . O .
#  1 . . . O . . . O .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A8 b B8 b C8 b D8 b E8 b F8 b G8 b G7 b E6 b G6 b H6 b B5 b D5 b F5 b H5 b A4 b B4 b C4 b D4 b E4 b F4 b H4 b J4 w A7 w B7 w C7 w D7 w E7 w F7 w B6 w D6 w F6 w A5 w C5 w G5 w G4 w B3 w C3 w D3 w E3 w F3 w G3 w H3 w J3 w A2 w B2 w D2 w H2 w D1 w H1
gogui-setup_player w
gogui-play_sequence w pass b A6 w E5 b C6 w A5 b E6
300 is_legal w C5
#? [1]

kata-set-rules chinese-kgs
#  9 . . . . . . . . .
#  8 X X X X X X X . .
#  7 O O O O O O X . .
#  6 . O . O X O X X .
#  5 O X O X . X O X .
#  4 X X X X X X O X X
#  3 . O O O O O O O O
#  2 O O . O . . . O .
#  1 . . . O . . . O .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A8 b B8 b C8 b D8 b E8 b F8 b G8 b G7 b E6 b G6 b H6 b B5 b D5 b F5 b H5 b A4 b B4 b C4 b D4 b E4 b F4 b H4 b J4 w A7 w B7 w C7 w D7 w E7 w F7 w B6 w D6 w F6 w A5 w C5 w G5 w G4 w B3 w C3 w D3 w E3 w F3 w G3 w H3 w J3 w A2 w B2 w D2 w H2 w D1 w H1
gogui-setup_player w
gogui-play_sequence w pass b A6 w E5 b C6 w A5 b E6
310 is_legal w C5
#? [0]

kata-set-rules aga
#  9 . . . . . . . . .
#  8 X X X X X X X . .
#  7 O O O O O O X . .
#  6 . O . O X O X X .
#  5 O X O X . X O X .
#  4 X X X X X X O X X
#  3 . O O O O O O O O
#  2 O O . O . . . O .
#  1 . . . O . . . O .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b A8 b B8 b C8 b D8 b E8 b F8 b G8 b G7 b E6 b G6 b H6 b B5 b D5 b F5 b H5 b A4 b B4 b C4 b D4 b E4 b F4 b H4 b J4 w A7 w B7 w C7 w D7 w E7 w F7 w B6 w D6 w F6 w A5 w C5 w G5 w G4 w B3 w C3 w D3 w E3 w F3 w G3 w H3 w J3 w A2 w B2 w D2 w H2 w D1 w H1
gogui-setup_player w
gogui-play_sequence w pass b A6 w E5 b C6 w A5 b E6
320 is_legal w C5
#? [0]

# Superko remembers through undo: the move that was taken back is no history.

kata-set-rules chinese-kgs
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b A1 w B1 b pass w C1
330 is_legal b A1
#? [0]
gg-undo 4
340 is_legal b A1
#? [1]
gogui-play_sequence w B1 b pass w C1
350 is_legal b A1
#? [1]

# A change of rules looks at the same history with other eyes.

kata-set-rules chinese
rectangular_boardsize 3 1
clear_board
gogui-play_sequence b A1 w B1 b pass w C1
360 is_legal b A1
#? [1]
kata-set-rules chinese-kgs
370 is_legal b A1
#? [0]

# Setting a position up forgets what was before.

set_position w B1 w C1
380 is_legal b A1
#? [1]
