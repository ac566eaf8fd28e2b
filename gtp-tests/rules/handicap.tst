# Handicap stones: where they stand, how they are counted, and what they are not.
# The sets are compared through list_stones, because the order of the answer is free.

# Every number on 19x19 and on 9x9.

boardsize 19
clear_board
fixed_handicap 2
10 list_stones b
#? [Q16 D4]
clear_board
fixed_handicap 3
20 list_stones b
#? [D16 Q16 D4]
clear_board
fixed_handicap 4
30 list_stones b
#? [D16 Q16 D4 Q4]
clear_board
fixed_handicap 5
40 list_stones b
#? [D16 Q16 K10 D4 Q4]
clear_board
fixed_handicap 6
50 list_stones b
#? [D16 Q16 D10 Q10 D4 Q4]
clear_board
fixed_handicap 7
60 list_stones b
#? [D16 Q16 D10 K10 Q10 D4 Q4]
clear_board
fixed_handicap 8
70 list_stones b
#? [D16 K16 Q16 D10 Q10 D4 K4 Q4]
clear_board
fixed_handicap 9
80 list_stones b
#? [D16 K16 Q16 D10 K10 Q10 D4 K4 Q4]

boardsize 9
clear_board
fixed_handicap 2
90 list_stones b
#? [G7 C3]
clear_board
fixed_handicap 3
100 list_stones b
#? [C7 G7 C3]
clear_board
fixed_handicap 4
110 list_stones b
#? [C7 G7 C3 G3]
clear_board
fixed_handicap 5
120 list_stones b
#? [C7 G7 E5 C3 G3]
clear_board
fixed_handicap 6
130 list_stones b
#? [C7 G7 C5 G5 C3 G3]
clear_board
fixed_handicap 7
140 list_stones b
#? [C7 G7 C5 E5 G5 C3 G3]
clear_board
fixed_handicap 8
150 list_stones b
#? [C7 E7 G7 C5 G5 C3 E3 G3]
clear_board
fixed_handicap 9
160 list_stones b
#? [C7 E7 G7 C5 E5 G5 C3 E3 G3]

# The third line up to 12, the fourth from 13 on; at most four on even sizes and on 7, nine on odd ones.

boardsize 7
fixed_handicap 4
170 list_stones b
#? [C5 E5 C3 E3]
boardsize 8
fixed_handicap 4
180 list_stones b
#? [C6 F6 C3 F3]
boardsize 10
fixed_handicap 4
190 list_stones b
#? [C8 H8 C3 H3]
boardsize 11
fixed_handicap 7
200 list_stones b
#? [C9 J9 C6 F6 J6 C3 J3]
clear_board
fixed_handicap 9
210 list_stones b
#? [C9 F9 J9 C6 F6 J6 C3 F3 J3]
boardsize 12
fixed_handicap 4
220 list_stones b
#? [C10 K10 C3 K3]
boardsize 13
fixed_handicap 7
230 list_stones b
#? [D10 K10 D7 G7 K7 D4 K4]
clear_board
fixed_handicap 9
240 list_stones b
#? [D10 G10 K10 D7 G7 K7 D4 G4 K4]
boardsize 14
fixed_handicap 4
250 list_stones b
#? [D11 L11 D4 L4]
boardsize 15
fixed_handicap 7
260 list_stones b
#? [D12 M12 D8 H8 M8 D4 M4]
clear_board
fixed_handicap 9
270 list_stones b
#? [D12 H12 M12 D8 H8 M8 D4 H4 M4]
boardsize 16
fixed_handicap 4
280 list_stones b
#? [D13 N13 D4 N4]
boardsize 17
fixed_handicap 7
290 list_stones b
#? [D14 O14 D9 J9 O9 D4 O4]
clear_board
fixed_handicap 9
300 list_stones b
#? [D14 J14 O14 D9 J9 O9 D4 J4 O4]
boardsize 18
fixed_handicap 4
310 list_stones b
#? [D15 P15 D4 P4]
boardsize 20
fixed_handicap 4
320 list_stones b
#? [D17 R17 D4 R4]
boardsize 21
fixed_handicap 7
330 list_stones b
#? [D18 S18 D11 L11 S11 D4 S4]
clear_board
fixed_handicap 9
340 list_stones b
#? [D18 L18 S18 D11 L11 S11 D4 L4 S4]
boardsize 22
fixed_handicap 4
350 list_stones b
#? [D19 T19 D4 T4]
boardsize 23
fixed_handicap 7
360 list_stones b
#? [D20 U20 D12 M12 U12 D4 U4]
clear_board
fixed_handicap 9
370 list_stones b
#? [D20 M20 U20 D12 M12 U12 D4 M4 U4]
boardsize 24
fixed_handicap 4
380 list_stones b
#? [D21 V21 D4 V4]
boardsize 25
fixed_handicap 7
390 list_stones b
#? [D22 W22 D13 N13 W13 D4 W4]
clear_board
fixed_handicap 9
400 list_stones b
#? [D22 N22 W22 D13 N13 W13 D4 N4 W4]

# The answer lists the stones.

boardsize 19
410 fixed_handicap 2
#? [D4 Q16|Q16 D4]
420 get_handicap
#? [2]
430 list_stones w
#? []

# They are no moves: the history stays empty, and White plays next.

440 move_history
#? []
play w D16
450 move_history
#? [white D16]
undo
460 list_stones b
#? [Q16 D4]
470 get_handicap
#? [2]

# The engine's own choice: exactly as many as asked for.

boardsize 19
clear_board
480 place_free_handicap 2
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){1}]
490 get_handicap
#? [2]
500 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){1}]
clear_board
510 place_free_handicap 4
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){3}]
520 get_handicap
#? [4]
530 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){3}]
clear_board
540 place_free_handicap 5
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){4}]
550 get_handicap
#? [5]
560 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){4}]
clear_board
570 place_free_handicap 9
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){8}]
580 get_handicap
#? [9]
590 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){8}]
boardsize 9
clear_board
600 place_free_handicap 2
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){1}]
610 get_handicap
#? [2]
620 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){1}]
clear_board
630 place_free_handicap 9
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){8}]
640 get_handicap
#? [9]
650 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){8}]
boardsize 13
clear_board
660 place_free_handicap 9
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){8}]
670 get_handicap
#? [9]
680 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){8}]
boardsize 7
clear_board
690 place_free_handicap 2
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){1}]
700 get_handicap
#? [2]
710 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){1}]
clear_board
720 place_free_handicap 4
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){3}]
730 get_handicap
#? [4]
740 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){3}]
clear_board
750 place_free_handicap 9
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){8}]
760 get_handicap
#? [9]
770 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){8}]
boardsize 5
clear_board
780 place_free_handicap 2
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){1}]
790 get_handicap
#? [2]
800 list_stones b
#? [[A-HJ-T]\d+( [A-HJ-T]\d+){1}]
810 move_history
#? []

# The controller's choice, in any order; anything from two stones on.

boardsize 19
clear_board
set_free_handicap Q16 d4 K10 t1
820 list_stones b
#? [Q16 K10 D4 T1]
830 get_handicap
#? [4]
840 move_history
#? []
clear_board
set_free_handicap A1 A2
850 list_stones b
#? [A2 A1]
play w T19
undo
860 list_stones b
#? [A2 A1]
boardsize 2
clear_board
set_free_handicap A1 B1 A2
870 list_stones b
#? [A2 A1 B1]
880 all_legal w
#? [B2]
