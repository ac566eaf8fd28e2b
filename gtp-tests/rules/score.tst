# Scores. kosumi-score counts the board as it stands, with komi and the bonus for handicap stones;
# final_score must say the same where nothing can be dead: after two passes under tromp-taylor.

# Nothing on the board: komi decides, and an empty board belongs to nobody.

boardsize 9
clear_board
play b pass
play w pass
10 final_score
#? [W\+7\.5]
komi 7
20 final_score
#? [W\+7\.0]
komi 0
30 final_score
#? [0]
40 kosumi-score
#? [0\b.*]
komi -5.5
50 final_score
#? [B\+5\.5]
komi 0
clear_board
play b E5
play w pass
play b pass
60 final_score
#? [B\+81\.0]
70 kosumi-score
#? [B\+81\.0\b.*]

# A game with a seki at the lower right and one neutral point, H2: 27 + 17 against 23 + 13.

#  9 . . X X X O . . .
#  8 . X . X O . . O .
#  7 . X X O O . . . O
#  6 . . X X O . O O X
#  5 . . X O . . O X X
#  4 . X O O O O X . X
#  3 . . X O O X X X X
#  2 . . X O O O X . O
#  1 . . X X X O X O .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b C9 b D9 b E9 b B8 b D8 b B7 b C7 b C6 b D6 b J6 b C5 b H5 b J5 b B4 b G4 b J4 b C3 b F3 b G3 b H3 b J3 b C2 b G2 b C1 b D1 b E1 b G1 w F9 w E8 w H8 w D7 w E7 w J7 w E6 w G6 w H6 w D5 w G5 w C4 w D4 w E4 w F4 w D3 w E3 w D2 w E2 w F2 w J2 w F1 w H1
play w pass
play b pass
80 final_score
#? [B\+8\.0]
90 kosumi-score
#? [B\+8\.0\b.*]
komi 6.5
100 final_score
#? [B\+1\.5]
komi 7.5
110 final_score
#? [B\+0\.5]
komi 8.5
120 final_score
#? [W\+0\.5]
komi 0

# Earlier in the same game: open regions that border both colors count for nobody.

#  9 . . X . X . . . .
#  8 . X . X O . . O .
#  7 . X X O O . . . O
#  6 . . X X O . O O X
#  5 . . X O . . O X X
#  4 . . . . O O X . X
#  3 . . X . O X X X X
#  2 . . X O O O X . O
#  1 . . . X . O X O .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b C9 b E9 b B8 b D8 b B7 b C7 b C6 b D6 b J6 b C5 b H5 b J5 b G4 b J4 b C3 b F3 b G3 b H3 b J3 b C2 b G2 b D1 b G1 w E8 w H8 w D7 w E7 w J7 w E6 w G6 w H6 w D5 w G5 w E4 w F4 w E3 w D2 w E2 w F2 w J2 w F1 w H1
play w pass
play b pass
130 final_score
#? [B\+6\.0]
play w F9
play b pass
play w pass
140 final_score
#? [W\+7\.0]

# Two seki positions.

#  5 O O X X X
#  4 O O X X X
#  3 O . O X .
#  2 O O O X X
#  1 O O . X X
#    A B C D E
boardsize 5
clear_board
gogui-setup b C5 b D5 b E5 b C4 b D4 b E4 b D3 b D2 b E2 b D1 b E1 w A5 w B5 w A4 w B4 w A3 w C3 w A2 w B2 w C2 w A1 w B1
play b pass
play w pass
150 final_score
#? [0]

#  5 O . X . X
#  4 . O X X X
#  3 X X O O O
#  2 . X O . O
#  1 X X O O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b C5 b E5 b C4 b D4 b E4 b A3 b B3 b B2 b A1 b B1 w A5 w B4 w C3 w D3 w E3 w C2 w E2 w C1 w D1
play b pass
play w pass
160 final_score
#? [B\+1\.0]

# Under tromp-taylor nothing is dead: three black and two white stones that other rules would take off
# count as they stand, and so the regions around them are nobody's.

#  9 . . . O X . . . .
#  8 . X . O X . O . .
#  7 . X . O X X . X X
#  6 O . O O X X X X O
#  5 O O O O X O O O O
#  4 X X X X X O O . .
#  3 . . . . X O . . .
#  2 . O . . X O . X .
#  1 . . . . X O . . .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b E9 b B8 b E8 b B7 b E7 b F7 b H7 b J7 b E6 b F6 b G6 b H6 b E5 b A4 b B4 b C4 b D4 b E4 b E3 b E2 b H2 b E1 w D9 w D8 w G8 w D7 w A6 w C6 w D6 w J6 w A5 w B5 w C5 w D5 w F5 w G5 w H5 w J5 w F4 w G4 w F3 w B2 w F2 w F1
play b pass
play w pass
170 final_score
#? [0]

# The same game without those stones, under every kind of counting.
# Stones 18 and 18, territory 22 and 23, one black group and two white ones.

#  9 . . . O X . . . .
#  8 . . . O X . . . .
#  7 . . . O X . . X X
#  6 . . O O X X X X O
#  5 O O O O X O O O O
#  4 X X X X X O . . .
#  3 . . . . X O . . .
#  2 . . . . X O . . .
#  1 . . . . X O . . .
#    A B C D E F G H J
boardsize 9
clear_board
gogui-setup b E9 b E8 b E7 b H7 b J7 b E6 b F6 b G6 b H6 b E5 b A4 b B4 b C4 b D4 b E4 b E3 b E2 b E1 w D9 w D8 w D7 w C6 w D6 w J6 w A5 w B5 w C5 w D5 w F5 w G5 w H5 w J5 w F4 w F3 w F2 w F1
kata-set-rules tromp-taylor
180 kosumi-score
#? [W\+1\.0\b.*]
kata-set-rules chinese
190 kosumi-score
#? [W\+1\.0\b.*]
kata-set-rules aga
200 kosumi-score
#? [W\+1\.0\b.*]
kata-set-rules japanese
210 kosumi-score
#? [W\+1\.0\b.*]
kata-set-rules korean
220 kosumi-score
#? [W\+1\.0\b.*]
kata-set-rules ancient-area
230 kosumi-score
#? [B\+1\.0\b.*]
kata-set-rules ancient-territory
240 kosumi-score
#? [B\+1\.0\b.*]
komi 6.5
250 kosumi-score
#? [W\+5\.5\b.*]
komi 0

# Prisoners count where territory does. One wall each, and White loses a stone inside.
# Black: 12 points of territory, one prisoner, 9 stones. White: 21 points, 7 stones.

kata-set-rules japanese
boardsize 7
clear_board
gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5 b C6 w D6 b C7 w D7
gogui-play_sequence b A2 w A1 b B1 w pass b pass
260 captures b
#? [1]
270 kosumi-score
#? [W\+8\.0\b.*]
kata-set-rules tromp-taylor
280 kosumi-score
#? [W\+7\.0\b.*]
kata-set-rules chinese
290 kosumi-score
#? [W\+7\.0\b.*]

# Eyes in seki: points for area counting and territory counting without tax, none for Japan.
# White has two eyes at the lower right; the rest is seki.

#  5 O . X . X
#  4 . O X X X
#  3 X X O O O
#  2 . X O . O
#  1 X X O O .
#    A B C D E
boardsize 5
clear_board
gogui-setup b C5 b E5 b C4 b D4 b E4 b A3 b B3 b B2 b A1 b B1 w A5 w B4 w C3 w D3 w E3 w C2 w E2 w C1 w D1
kata-set-rules chinese
300 kosumi-score
#? [B\+1\.0\b.*]
kata-set-rules japanese
310 kosumi-score
#? [W\+2\.0\b.*]
kata-set-rules {"scoring":"TERRITORY","tax":"NONE"}
320 kosumi-score
#? [0\b.*]

# Compensation for handicap stones: none, one less than the stones, or all of them.

boardsize 9
clear_board
komi 0.5
fixed_handicap 3
kata-set-rules tromp-taylor
330 kosumi-score
#? [B\+80\.5\b.*]
kata-set-rules aga
340 kosumi-score
#? [B\+78\.5\b.*]
kata-set-rules chinese
350 kosumi-score
#? [B\+77\.5\b.*]
kata-set-rules japanese
360 kosumi-score
#? [B\+77\.5\b.*]
kata-set-rules {"scoring":"AREA","whiteHandicapBonus":"N-1"}
370 kosumi-score
#? [B\+78\.5\b.*]

# An even game has no compensation, under the same rules.

clear_board
komi 0
play b E5
kata-set-rules chinese
380 kosumi-score
#? [B\+81\.0\b.*]
kata-set-rules aga
390 kosumi-score
#? [B\+81\.0\b.*]

# The button: half a point for the first to pass.

kata-set-rules aga-button
clear_board
play b pass
play w pass
play b pass
400 kosumi-score
#? [B\+0\.5\b.*]
clear_board
play b E5
play w pass
play b pass
play w pass
410 kosumi-score
#? [B\+80\.5\b.*]
