# Game records: where loadsgf stops, and what it takes from the file.

# The whole game: size and komi come from the file, the last move is a pass written as `tt`.

loadsgf ../games/plain.sgf
10 query_boardsize
#? [9]
20 get_komi
#? [5\.5]
30 list_stones b
#? [C7 H7 E5 C4 D4 G3]
40 list_stones w
#? [G7 G6 E4 C3 D3]
50 last_move
#? [white pass]

# A number stops before that move; one beyond the end is the end.

loadsgf ../games/plain.sgf 1
60 list_stones b
#? []
70 move_history
#? []
loadsgf ../games/plain.sgf 4
80 move_history
#? [black G3\nwhite C3\nblack E5]
loadsgf ../games/plain.sgf 12
90 last_move
#? [black C4]
loadsgf ../games/plain.sgf 13
100 last_move
#? [white pass]
loadsgf ../games/plain.sgf 99999999
110 last_move
#? [white pass]
120 loadsgf ../games/plain.sgf 0
#? []
130 move_history
#? []

# The file replaces what was there, captures included.

boardsize 13
komi 3.5
play w A1
play b A2
play b B1
loadsgf ../games/plain.sgf 3
140 captures b
#? [0]
150 query_boardsize
#? [9]
160 list_stones b
#? [E5]

# Setup stones in the root and on the way; no move counts them, no undo removes them.

loadsgf ../games/setup.sgf 1
170 list_stones b
#? [G7 C3]
180 list_stones w
#? [E5]
190 get_komi
#? [0\.5]
loadsgf ../games/setup.sgf 2
200 list_stones w
#? [C7 E5]
loadsgf ../games/setup.sgf 3
210 list_stones w
#? [J9 C7]
loadsgf ../games/setup.sgf
220 list_stones b
#? [G7 E6 E4 C3 G3 H1]
230 list_stones w
#? [J9 C7 J1]
240 last_move
#? [black H1]

# Setup stones alone: there is nothing to take back, and White is next after handicap stones.

loadsgf ../games/handicap.sgf 1
250 list_stones b
#? [D16 Q16 D4 Q4]
260 move_history
#? []
loadsgf ../games/handicap.sgf
270 move_history
#? [white pass\nblack O17\nwhite R14]

# The main line is the first branch everywhere.

loadsgf ../games/variations.sgf
280 move_history
#? [white G6\nblack C6\nwhite E7\nblack E5]

# The first game of a collection.

loadsgf ../games/collection.sgf
290 query_boardsize
#? [9]
300 get_komi
#? [4\.5]
310 move_history
#? [white G3\nblack C7]

# No size: 19x19. No komi: the controller's stays. Both ways to write a pass.

boardsize 9
komi 2.5
loadsgf ../games/bare.sgf
320 query_boardsize
#? [19]
330 get_komi
#? [2\.5]
340 move_history
#? [black D16\nwhite pass\nblack pass\nwhite D4\nblack Q16]

# Text before the record, brackets in texts, unknown properties, blanks between everything.

loadsgf ../games/text.sgf
350 move_history
#? [white G7\nblack E5\nwhite G3\nblack C7]
360 get_komi
#? [6\.5]

# Rectangles of setup stones.

loadsgf ../games/rectangle.sgf 1
370 list_stones b
#? [A9 B9 C9]
380 list_stones w
#? [D9 A7 B7 C7]

# Captures and a ko are played, not copied.

loadsgf ../games/captures.sgf 10
390 list_stones w
#? [C5 D4 C3]
400 captures b
#? [1]
410 is_legal w B4
#? [0]
loadsgf ../games/captures.sgf
420 captures w
#? [1]
430 is_legal b C4
#? [0]
undo
440 captures w
#? [0]
450 list_stones b
#? [B5 A4 C4 B3 C2 A1]

# The game goes on from a record as from anything else.

loadsgf ../games/plain.sgf 3
play b D5
460 last_move
#? [black D5]
470 reg_genmove w
#? [[A-HJ][1-9]|pass]
480 last_move
#? [black D5]

# Writing: the text holds what was played.

boardsize 9
clear_board
komi 6.5
play b E5
play w C7
play b pass
490 printsgf
#? [\(;.*SZ\[9\].*;B\[ee\].*;W\[cc\].*;B\[(tt)?\].*\)]
500 printsgf
#? [.*KM\[6\.50?\].*]
510 printsgf
#? [.*GM\[1\].*]
clear_board
fixed_handicap 2
play w E5
520 printsgf
#? [.*HA\[2\].*]
530 printsgf
#? [.*AB\[(cg\]\[gc|gc\]\[cg)\].*;W\[ee\].*]
boardsize 9 5
play b J5
540 printsgf
#? [.*SZ\[9:5\].*;B\[ia\].*]
