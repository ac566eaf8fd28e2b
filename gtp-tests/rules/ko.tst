# Ko: one stone takes one stone, and the other side may not take back at once.

# Every rule set forbids the immediate recapture.

kata-set-rules tromp-taylor
#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
play b C4
10 list_stones w
#? [C5 D4 C3 D2]
20 is_legal w B4
#? [0]
30 is_legal b B4
#? [1]
# An exchange elsewhere, and it is allowed.
play w E1
play b A1
40 is_legal w B4
#? [1]
play w B4
50 is_legal b C4
#? [0]
60 captures b
#? [1]
70 captures w
#? [1]

kata-set-rules chinese
#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
play b C4
80 is_legal w B4
#? [0]
play w E1
play b A1
90 is_legal w B4
#? [1]

kata-set-rules japanese
#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
play b C4
100 is_legal w B4
#? [0]
play w E1
play b A1
110 is_legal w B4
#? [1]

kata-set-rules aga
#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
play b C4
120 is_legal w B4
#? [0]
play w E1
play b A1
130 is_legal w B4
#? [1]

# A ko at the edge.

kata-set-rules chinese
#  5 . . . . .
#  4 . X X . .
#  3 . . O . .
#  2 . . . O X
#  1 . . O X .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B4 b C4 b E2 b D1 w C3 w D2 w C1
play w E1
140 list_stones b
#? [B4 C4 E2]
150 is_legal b D1
#? [0]

# Two passes let the simple ko rule forget the position; superko does not forget.

kata-set-rules chinese
#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
gogui-setup_player b
gogui-play_sequence b C4 w pass b pass
160 is_legal w B4
#? [1]

kata-set-rules chinese-kgs
#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
gogui-setup_player b
gogui-play_sequence b C4 w pass b pass
170 is_legal w B4
#? [0]

kata-set-rules aga
#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
gogui-setup_player b
gogui-play_sequence b C4 w pass b pass
180 is_legal w B4
#? [0]

# The ko that a forbidden retake left behind is remembered through undo, and so is its end.

kata-set-rules chinese
#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
play b C4
play w E1
play b A1
play w B4
190 is_legal b C4
#? [0]
undo
200 is_legal w B4
#? [1]
undo
undo
210 is_legal w B4
#? [0]
220 captures w
#? [0]

# A whole fight: White takes, Black threatens, White answers, Black retakes, White connects elsewhere.

kata-set-rules tromp-taylor
#  5 X . X O O
#  4 . X X O .
#  3 X X O O .
#  2 X . X O .
#  1 X X O O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b A5 b C5 b B4 b C4 b A3 b B3 b A2 b C2 b A1 b B1 w D5 w E5 w D4 w C3 w D3 w D2 w C1 w D1
play w B2
230 list_stones b
#? [A5 C5 B4 C4 A3 B3 A2 A1 B1]
240 is_legal b C2
#? [0]
play b E3
play w E2
250 is_legal b C2
#? [1]
play b C2
260 is_legal w B2
#? [0]
play w E4
270 list_stones b
#? [A5 C5 B4 C4 A3 B3 A2 C2 A1 B1]
280 is_legal b B2
#? [1]
play b B2
play w pass
play b pass
komi 0
290 final_score
#? [B\+1\.0]

# Not a ko: more than one stone was taken.

kata-set-rules chinese
#  5 . . . . .
#  4 . . . X .
#  3 . X X O X
#  2 X O O . .
#  1 . X X . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b D4 b B3 b C3 b E3 b A2 b B1 b C1 w D3 w B2 w C2
play b D2
300 list_stones w
#? []
310 captures b
#? [3]
320 is_legal w C2
#? [1]

# tryko looks past the ko rule, play and is_legal do not; popgo restores both.

#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
play b C4
tryko w B4
330 list_stones b
#? [B5 A4 B3 C2]
popgo
340 list_stones b
#? [B5 A4 C4 B3 C2]
350 is_legal w B4
#? [0]
