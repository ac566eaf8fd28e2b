# Captures: which stones leave the board, and who has taken how many.
# Rules of play are the default ones; none of these positions depends on them.

# A lone stone needs four enemy stones in the centre, three at the edge, two in the corner.

#  6 . . X O X .
#  5 . . . . . .
#  4 . . X . . X
#  3 . X O . . O
#  2 . . X . . .
#  1 . . . . . .
#    A B C D E F
boardsize 6
clear_board
gogui-setup b C6 b E6 b C4 b F4 b B3 b C2 w D6 w C3 w F3
play b D3
10 list_stones w
#? [D6 F3]
play b D5
20 list_stones w
#? [F3]
play b F2
play b E3
30 list_stones w
#? []
40 captures b
#? [3]
50 captures w
#? [0]

boardsize 9
clear_board
play w A1
play b A2
play b B1
play w E9
play b D9
play b F9
play b E8
60 list_stones w
#? []
70 captures b
#? [2]

# A stone in the last liberty takes a chain of four.

#  5 . O . . .
#  4 O X . . .
#  3 O X X O .
#  2 . O X O .
#  1 . . O . .
#    A B C D E
boardsize 5
clear_board
gogui-setup b B4 b B3 b C3 b C2 w B5 w A4 w A3 w D3 w B2 w D2 w C1
play w C4
80 list_stones b
#? []
90 captures w
#? [4]

# The new stone stands where the captured ones stood around it, and breathes in their place.

#  5 . . . . .
#  4 . . . . .
#  3 . . . X X
#  2 . . X O O
#  1 . . X O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b D3 b E3 b C2 b C1 w D2 w E2 w D1
play b E1
100 list_stones w
#? []
110 findlib E1
#? [E2 D1]
120 countlib E1
#? [2]

# Two captures back to back; no ko, because the first takes two stones.

#  5 . . . . .
#  4 . . X . .
#  3 . O O O .
#  2 . . X X O
#  1 . X O O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b C4 b C2 b D2 b B1 w B3 w C3 w D3 w E2 w C1 w D1
play b E1
130 list_stones w
#? [B3 C3 D3 E2]
play w D1
140 list_stones b
#? [C4 C2 D2 B1]
150 captures b
#? [2]
160 captures w
#? [1]

# One move takes three chains, seven stones in all.

#  5 . . X X .
#  4 O O . O .
#  3 O X O X O
#  2 X . X X O
#  1 X X O O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b C5 b D5 b B3 b D3 b A2 b C2 b D2 b A1 b B1 w A4 w B4 w D4 w A3 w C3 w E3 w E2 w C1 w D1
play w B2
170 list_stones b
#? [C5 D5]
180 list_stones w
#? [A4 B4 D4 A3 C3 E3 B2 E2 C1 D1]
190 captures w
#? [7]

# Capture comes before self-capture: C1 has no liberty until five white stones are gone.

#  5 . . . . .
#  4 . . . . .
#  3 X X X X X
#  2 X O O O O
#  1 X O . X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b A3 b B3 b C3 b D3 b E3 b A2 b A1 b D1 b E1 w B2 w C2 w D2 w E2 w B1
play b C1
200 list_stones w
#? []
210 captures b
#? [5]

# Three stones for one: White may take back, the two stones in the corner are gone.

#  5 . O O X X
#  4 O . O O X
#  3 . O O X X
#  2 . X X . X
#  1 O O X X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b D5 b E5 b E4 b D3 b E3 b B2 b C2 b E2 b C1 b D1 b E1 w B5 w C5 w A4 w C4 w D4 w B3 w C3 w A1 w B1
play w A2
play b A3
220 list_stones w
#? [B5 C5 A4 C4 D4 B3 C3]
230 is_legal w A2
#? [1]
play w A2
240 captures b
#? [3]
250 captures w
#? [1]

# Snapback.

#  5 O O O . .
#  4 X X . O O
#  3 O X . X X
#  2 O O X X .
#  1 . . X . X
#    A B C D E
boardsize 5
clear_board
gogui-setup b A4 b B4 b B3 b D3 b E3 b C2 b D2 b C1 b E1 w A5 w B5 w C5 w D4 w E4 w A3 w A2 w B2
play w C3
play b C4
260 captures b
#? [1]
270 is_legal w C3
#? [1]
play w C3
280 list_stones b
#? [D3 E3 C2 D2 C1 E1]
290 captures w
#? [4]

# A chain of nineteen along the first line, one liberty at a time.

boardsize 19
clear_board
gogui-play_sequence w A1 w B1 w C1 w D1 w E1 w F1 w G1 w H1 w J1 w K1 w L1 w M1 w N1 w O1 w P1 w Q1 w R1 w S1 w T1
gogui-play_sequence b A2 b B2 b C2 b D2 b E2 b F2 b G2 b H2 b J2 b K2 b L2 b M2 b N2 b O2 b P2 b Q2 b R2 b S2
300 findlib K1
#? [T2]
310 captures b
#? [0]
play b T2
320 captures b
#? [19]
330 list_stones w
#? []

# The smallest board: three stones are taken by one, and the point they leave is retaken.

boardsize 2
clear_board
play b A1
play b B2
play b A2
play w B1
340 list_stones b
#? []
350 list_stones w
#? [B1]
360 captures w
#? [3]

# The largest board, its far corner.

boardsize 25
clear_board
play w Z25
play b Y25
play b Z24
370 list_stones w
#? []
380 list_stones b
#? [Y25 Z24]

# clear_board and boardsize empty the bowls.

390 captures b
#? [1]
clear_board
400 captures b
#? [0]
play w A1
play b A2
play b B1
410 captures b
#? [1]
boardsize 25
420 captures b
#? [0]
