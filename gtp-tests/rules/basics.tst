# The commands every controller begins with, and what survives which of them.

10 protocol_version
#? [2]
20 name
#? [kosumi]
30 version
#? [\d+\.\d+\.\d+]
40 known_command play
#? [true]
50 known_command PLAY
#? [false]
60 known_command playfoo
#? [false]
70 known_command name x
#? [true]
80 list_commands
#? [protocol_version\n.*\bplay\n.*]
90 help
#? [protocol_version\n.*\bplay\n.*]

# The defaults.

100 query_boardsize
#? [19]
110 get_komi
#? [7\.5]
120 get_handicap
#? [0]
130 list_stones b
#? []
140 move_history
#? []
150 kata-get-rules
#? [.*"ko":"POSITIONAL","scoring":"AREA","suicide":true.*]

# Words are told apart by any number of spaces and TABs; colors and vertices are read in any case.

play   B    d4
	play	white	q16
play BLACK c3
play wHiTe C5
160 list_stones b
#? [D4 C3]
170 list_stones w
#? [Q16 C5]
play b PASS
play w pAsS
180 move_history
#? [white pass\nblack pass\nwhite C5\nblack C3\nwhite Q16\nblack D4]

# A resumed game: play after two passes, and one color twice.

play b K10
play b K11
190 last_move
#? [black K11]
200 list_stones b
#? [K11 K10 D4 C3]

# The letter I does not exist: J is the ninth column.

clear_board
play b J1
play b H1
210 list_stones b
#? [H1 J1]
220 is_legal w j1
#? [0]

# clear_board keeps komi, size and rules; boardsize keeps komi and rules, and clears.

boardsize 9
komi 5.5
kata-set-rules aga
play b E5
clear_board
230 list_stones b
#? []
240 query_boardsize
#? [9]
250 get_komi
#? [5\.5]
260 kata-get-rules
#? [.*"ko":"SITUATIONAL".*]
play b E5
boardsize 9
270 list_stones b
#? []
280 move_history
#? []
boardsize 13
290 query_boardsize
#? [13]
300 get_komi
#? [5\.5]
310 kata-get-rules
#? [.*"ko":"SITUATIONAL".*]
fixed_handicap 3
320 get_handicap
#? [3]
clear_board
330 get_handicap
#? [0]

# Komi may come at any time and leaves the game alone.

play b D4
komi 0.5
komi -3
340 get_komi
#? [-3(\.0)?]
350 last_move
#? [black D4]
komi 7
360 get_komi
#? [7(\.0)?]
komi 7,5
370 get_komi
#? [7\.5]
komi 7.123
380 get_komi
#? [7\.123]
komi 375
390 get_komi
#? [375(\.0)?]
komi 6.50
400 get_komi
#? [6\.5]

# Rectangular boards: width first.

boardsize 5 9
play b E9
410 is_legal b A9
#? [1]
420 last_move
#? [black E9]
rectangular_boardsize 9 5
play b J5
430 last_move
#? [black J5]
440 query_boardsize
#? [9 5]
rectangular_boardsize 7 7
450 query_boardsize
#? [7]
rectangular_boardsize 25 1
play b Z1
460 list_stones b
#? [Z1]

# The board as people see it: free form, with the letters and the numbers.

boardsize 9
clear_board
470 showboard
#? [.*A B C D E F G H J.*9.*8.*7.*6.*5.*4.*3.*2.*1.*]

# Markers for scripts.

480 echo
#? []
490 echo a marker
#? [a marker]

# Comparisons of what another command answers: below is -1, above is 1.

komi 6.5
500 sg_compare_float 6.4 get_komi
#? [1]
510 sg_compare_float 6.6 get_komi
#? [-1]
520 sg_compare_float -1e2 get_komi
#? [1]
play b D4
530 sg_compare_int 3 countlib D4
#? [1]
540 sg_compare_int 4 countlib D4
#? [0]
550 sg_compare_int 5 countlib D4
#? [-1]

# The random stream can be set and read.

set_random_seed 4711
560 get_random_seed
#? [4711]
set_random_seed 0
570 get_random_seed
#? [0]

# Numbers that scripts read.

580 cputime
#? [\d+\.\d\d]
590 gomill-cpu_time
#? [\d+(\.\d+)?]
600 pid
#? [\d+]
610 gomill-describe_engine
#? [.*kosumi.*\d+\.\d+\.\d+.*]
620 gomill-explain_last_move
#? [.*]
