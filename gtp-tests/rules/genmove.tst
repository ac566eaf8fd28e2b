# What a generated move must be, whatever its quality.

boardsize 9
clear_board
10 genmove b
#? [[A-HJ][1-9]|pass|resign]
20 genmove b
#? [[A-HJ][1-9]|pass|resign]
30 genmove W
#? [[A-HJ][1-9]|pass|resign]

# White may begin.

clear_board
40 genmove white
#? [[A-HJ][1-9]|pass|resign]

# After two passes the game may be resumed.

clear_board
play b pass
play w pass
50 genmove b
#? [[A-HJ][1-9]|pass|resign]
60 move_history
#? [black ([A-HJ][1-9]|pass)\nwhite pass\nblack pass]

# reg_genmove only says what it would play, and says the same each time.

clear_board
play b E5
70 reg_genmove w
#? [[A-HJ][1-9]|pass|resign]
80 list_stones w
#? []
90 move_history
#? [black E5]

# No legal move but filling an eye: pass. Black is ahead by komi and has no reason to resign.

komi -200
#  3 O O .
#  2 O O O
#  1 . O O
#    A B C
boardsize 3
clear_board
gogui-setup w A3 w B3 w A2 w B2 w C2 w B1 w C1
kata-set-rules chinese
100 all_legal b
#? []
110 genmove b
#? [pass]

# The same for White, who may not play into either eye of Black.

komi 200
#  3 . X .
#  2 X X X
#  1 X X X
#    A B C
boardsize 3
clear_board
gogui-setup b B3 b A2 b B2 b C2 b A1 b B1 b C1
120 all_legal w
#? []
130 genmove w
#? [pass]

# One line is a board, too.

komi 0
boardsize 5 1
clear_board
140 genmove b
#? [[A-E]1|pass|resign]
boardsize 2
clear_board
150 genmove b
#? [[AB][12]|pass|resign]
boardsize 25
clear_board
160 genmove b
#? [[A-HJ-Z]\d+|pass|resign]

# A forbidden ko is not generated: the only other points are eyes.

kata-set-rules chinese
komi 0
#  4 . X O .
#  3 X O . O
#  2 . X O .
#  1 X X O O
#    A B C D
boardsize 4
clear_board
gogui-setup b B4 b A3 b B2 b A1 b B1 w C4 w B3 w D3 w C2 w C1 w D1
play b C3
170 is_legal w B3
#? [0]
180 genmove w
#? [(?:A1|A2|A3|A4|B4|C1|C4|D1|D2|D3|D4|pass|resign)]

# A hopeless game is resigned at the second move that looks lost, and nothing is played then. Play may
# go on all the same. reg_genmove does not resign.

kata-set-rules tromp-taylor
komi 0.5
#  5 . X . X .
#  4 X X X X X
#  3 . . X . .
#  2 . . . . .
#  1 . O . . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B5 b D5 b A4 b B4 b C4 b D4 b E4 b C3 w B1
play b pass
play w D1
play b C1
play w E2
play b D2
kosumi-param playouts 600
190 genmove w
#? [[A-E][1-5]|pass]
play b pass
200 genmove w
#? [resign]
210 last_move
#? [black pass]
220 reg_genmove w
#? [[A-E][1-5]|pass]
230 genmove w
#? [resign]
kosumi-param resign false
240 genmove w
#? [[A-E][1-5]|pass]
kosumi-param resign true

# In the clean-up dead stones are captured before a pass, and nobody resigns.

kata-set-rules chinese-kgs
komi 0.5
#  7 O X . X O . O
#  6 . X X X O O O
#  5 . X . X O . O
#  4 X X X X O O O
#  3 . X . X O . O
#  2 X X X X O O O
#  1 . X . X O . O
#    A B C D E F G
boardsize 7
clear_board
gogui-setup w A7 b B7 b D7 w E7 w G7 b B6 b C6 b D6 w E6 w F6 w G6 b B5 b D5 w E5 w G5 b A4 b B4 b C4 b D4 w E4 w F4 w G4 b B3 b D3 w E3 w G3 b A2 b B2 b C2 b D2 w E2 w F2 w G2 b B1 b D1 w E1 w G1
play w pass
250 kgs-genmove_cleanup b
#? [A6]
play w pass
260 kgs-genmove_cleanup b
#? [pass]
