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
