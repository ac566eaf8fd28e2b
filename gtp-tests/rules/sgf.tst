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
loadsgf ../games/setup.sgf 3
200 list_stones w
#? [C7 E5]
loadsgf ../games/setup.sgf
210 list_stones b
#? [G7 E6 E4 C3 G3 H1]
220 list_stones w
#? [J9 C7 J1]
230 last_move
#? [black H1]

# Setup stones alone: there is nothing to take back, and White is next after handicap stones.

loadsgf ../games/handicap.sgf 1
240 list_stones b
#? [D16 Q16 D4 Q4]
250 move_history
#? []
loadsgf ../games/handicap.sgf
260 move_history
#? [white pass\nblack O17\nwhite R14]

# The main line is the first branch everywhere.

loadsgf ../games/variations.sgf
270 move_history
#? [white G6\nblack C6\nwhite E7\nblack E5]

# The first game of a collection.

loadsgf ../games/collection.sgf
280 query_boardsize
#? [9]
290 get_komi
#? [4\.5]
300 move_history
#? [white G3\nblack C7]

# No size: 19x19. No komi: the controller's stays. Both ways to write a pass.

boardsize 9
komi 2.5
loadsgf ../games/bare.sgf
310 query_boardsize
#? [19]
320 get_komi
#? [2\.5]
330 move_history
#? [black D16\nwhite pass\nblack pass\nwhite D4\nblack Q16]

# Text before the record, brackets in texts, unknown properties, blanks between everything.

loadsgf ../games/text.sgf
340 move_history
#? [white G7\nblack E5\nwhite G3\nblack C7]
350 get_komi
#? [6\.5]

# Rectangles of setup stones.

loadsgf ../games/rectangle.sgf 1
360 list_stones b
#? [A9 B9 C9]
370 list_stones w
#? [D9 A8 B8 C8]

# Captures and a ko are played, not copied.

loadsgf ../games/captures.sgf 10
380 list_stones w
#? [C5 D4 C3]
390 captures b
#? [1]
400 is_legal w B4
#? [0]
loadsgf ../games/captures.sgf
410 captures w
#? [1]
420 is_legal b C4
#? [0]
undo
430 captures w
#? [0]
440 list_stones b
#? [B5 A4 C4 B3 C2 A1]

# The game goes on from a record as from anything else.

loadsgf ../games/plain.sgf 3
play b D5
450 last_move
#? [black D5]
460 reg_genmove w
#? [[A-HJ][1-9]|pass]
470 last_move
#? [black D5]

# Writing: the text holds what was played.

boardsize 9
clear_board
komi 6.5
play b E5
play w C7
play b pass
480 printsgf
#? [\(;.*SZ\[9\].*;B\[ee\].*;W\[cc\].*;B\[(tt)?\].*\)]
490 printsgf
#? [.*KM\[6\.50?\].*]
500 printsgf
#? [.*GM\[1\].*]
clear_board
fixed_handicap 2
play w E5
510 printsgf
#? [.*HA\[2\].*]
520 printsgf
#? [.*AB\[(cg\]\[gc|gc\]\[cg)\].*;W\[ee\].*]
boardsize 9 5
play b J5
530 printsgf
#? [.*SZ\[9:5\].*;B\[ia\].*]
