# A controller that is the arbiter may have moves accepted that the rules forbid.

#  5 . X O . .
#  4 X O . O .
#  3 . X O . .
#  2 . . X O .
#  1 . . . . .
#    A B C D E
boardsize 5
clear_board
kata-set-rules chinese
kosumi-param play_legality lenient
gogui-setup b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2
gogui-setup_player b
play b C4
10 is_legal w B4
#? [0]
20 kosumi-why_illegal w B4
#? [B4 retakes a ko at once]

# The ko is retaken all the same, and back again.

play w B4
30 captures w
#? [1]
play b C4
40 captures b
#? [2]
50 kata-get-param play_legality
#? [lenient]

# Superko is no obstacle either.

kata-set-rules chinese-kgs
60 is_legal w B4
#? [0]
play w B4
70 list_stones w
#? [C5 B4 D4 C3 D2]

# Several stones may remove themselves, but a single one may not: no server accepts that.

boardsize 3
clear_board
set_position w B3 w B2 w B1 w C1 b C3
80 is_legal b C2
#? [0]
play b C2
90 list_stones b
#? []
100 captures w
#? [2]
110 is_legal b A1
#? [1]
