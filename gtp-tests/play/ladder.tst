# Ladders: atari after atari, and the stones that break them.

# The chain at A6 has two liberties. D5 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 . X . . . . O . .
#  7 X X X X X . X . .
#  6 O O O O . . . . .
#  5 X X X . . . . . .
#  4 . . . O . X . . X
#  3 . . . O . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder A6
loadsgf sgf/ladder-catch-1.sgf
komi 6.5
10 reg_genmove b
#? [D5]

# The chain at F9 has two liberties. F5 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . X O X . .
#  8 . O . . X O X . .
#  7 . . . . X O X . .
#  6 . . . . . O X X .
#  5 . . . X . . X . .
#  4 . . . . . O . . .
#  3 . . . . . O . . .
#  2 . . . . . . . . .
#  1 . . X . . . . . .
#    A B C D E F G H J
#
# proof: ladder F9
loadsgf sgf/ladder-catch-2.sgf
komi 6.5
20 reg_genmove b
#? [F5]

# The chain at D1 has two liberties. E5 catches it: it does not touch it, but both ways out end in atari after
# atari.
#
#  9 . . O . . . O . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . X .
#  5 . . O . . . . . X
#  4 . . O X . . . . .
#  3 . . O X O . . . .
#  2 . . O X O . . . .
#  1 . . O X O . . . .
#    A B C D E F G H J
#
# proof: ladder D1
loadsgf sgf/ladder-catch-3.sgf
komi -6.5
30 reg_genmove w
#? [E5]

# The chain at J3 has two liberties. D3 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . X . . . .
#  4 . . . . . X X X X
#  3 . . O . O O O O O
#  2 . . . X X X X X X
#  1 . X . . . . . . .
#    A B C D E F G H J
#
# proof: ladder J3
loadsgf sgf/ladder-catch-4.sgf
komi 6.5
40 reg_genmove b
#? [D3]

# The chain at G1 has two liberties. G7 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . X . . O X .
#  5 . . . . . X O X .
#  4 . . . O . X O X .
#  3 . . . . . X O X .
#  2 . . O . . X O X .
#  1 . . . . . X O X .
#    A B C D E F G H J
#
# proof: ladder G1
loadsgf sgf/ladder-catch-5.sgf
komi 6.5
50 reg_genmove b
#? [G7]

# The chain at J7 has two liberties. D7 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 . . . O O O O O O
#  7 . X . . X X X X X
#  6 . . X . . O O O O
#  5 . . . O . . . . .
#  4 . . . O . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . X . .
#    A B C D E F G H J
#
# proof: ladder J7
loadsgf sgf/ladder-catch-6.sgf
komi -6.5
60 reg_genmove w
#? [D7]

# The chain at B3 has two liberties. F3 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . O . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . X . . . .
#  5 . X X . . . . . .
#  4 X O O X X . . . .
#  3 X O O O O . . . X
#  2 X X X X . . . . X
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder B3
loadsgf sgf/ladder-catch-7.sgf
komi 6.5
70 reg_genmove b
#? [F3]

# The chain at C8 has two liberties. C4 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 X X X X . X . . .
#  8 . X O O X . . . .
#  7 . X O O X . . . .
#  6 O X O X . . . . .
#  5 . . O X . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . X . .
#    A B C D E F G H J
#
# proof: ladder C8
loadsgf sgf/ladder-catch-8.sgf
komi 6.5
80 reg_genmove b
#? [C4]

# The chain at B6 has two liberties. D4 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 O O O O . . . . .
#  6 O X O X . . . . .
#  5 O X X X O . . . .
#  4 O O O . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . O . . X . . .
#    A B C D E F G H J
#
# proof: ladder B6
loadsgf sgf/ladder-catch-9.sgf
komi -6.5
90 reg_genmove w
#? [D4]

# The chain at F8 has two liberties. D6 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . O O O O . .
#  8 . . X O X X O . .
#  7 . . . O X O O . .
#  6 . . . . X X O . .
#  5 . X . . O . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . O
#  2 . O . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder F8
loadsgf sgf/ladder-catch-10.sgf
komi -6.5
100 reg_genmove w
#? [D6]

# The chain at D2 has two liberties. F4 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . X . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . O O
#  5 . . . . X . . . .
#  4 . . X O O . . . .
#  3 . . X X O X X . .
#  2 X . X O O X . . .
#  1 . . X X X X . . .
#    A B C D E F G H J
#
# proof: ladder D2
loadsgf sgf/ladder-catch-11.sgf
komi 6.5
110 reg_genmove b
#? [F4]

# The chain at H4 has two liberties. E4 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . O . . . . . . .
#  8 . X . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . O O O O
#  5 . . . . . X X X O
#  4 . . . . . X O X O
#  3 . O . . . O O O O
#  2 . . . . X . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder H4
loadsgf sgf/ladder-catch-12.sgf
komi -6.5
120 reg_genmove w
#? [E4]

# The chain at F2 has two liberties. F5 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . O . . . . .
#  5 . . . . . . . . X
#  4 . . O O X X O . .
#  3 . . . O X O O . .
#  2 . O . O X X O . .
#  1 . . . O O O O . .
#    A B C D E F G H J
#
# proof: ladder F2
loadsgf sgf/ladder-catch-13.sgf
komi -6.5
130 reg_genmove w
#? [F5]

# Black is about to catch the chain at J6. Only after F5 no series of ataris catches it any more.
#
#  9 . O . . . . . . .
#  8 X . . . . . . . .
#  7 X . . . X X X X X
#  6 . . . X . O O O O
#  5 . . . . . . X X X
#  4 . . . . . . O . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder J6
loadsgf sgf/ladder-escape-14.sgf
komi 6.5
140 reg_genmove w
#? [F5]

# White is about to catch the chain at A4. Only after D5 no series of ataris catches it any more.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 O . . X . O . . .
#  6 . . . . . . X . .
#  5 O O O . . . . . .
#  4 X X X X . O . . .
#  3 O O O O O . . . .
#  2 . . . X . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder A4
loadsgf sgf/ladder-escape-15.sgf
komi -6.5
150 reg_genmove b
#? [D5]

# White is about to catch the chain at D9. Only after D5 no series of ataris catches it any more.
#
#  9 . . O X O . X . .
#  8 . . O X O . O . .
#  7 . . O X O . . . .
#  6 . . O X . O . . X
#  5 . . O . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . O . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder D9
loadsgf sgf/ladder-escape-16.sgf
komi -6.5
160 reg_genmove b
#? [D5]

# Black is about to catch the chain at A6. Only after E6 no series of ataris catches it any more.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 X X X X X . . . .
#  6 O O O O . . . . .
#  5 X X X . . . . . .
#  4 . O . X . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . X . .
#  1 X . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder A6
loadsgf sgf/ladder-escape-17.sgf
komi 6.5
170 reg_genmove w
#? [E6]

# Black is about to catch the chain at G9. Only after F5 no series of ataris catches it any more.
#
#  9 . . . . . X O X .
#  8 . . . X . X O X .
#  7 . . . . . X O X .
#  6 . . . . . X O X .
#  5 . . . . . . O X .
#  4 . . . . . . . X .
#  3 . . . . . . X . .
#  2 . . . . . X . . .
#  1 . . . . O O . . .
#    A B C D E F G H J
#
# proof: ladder G9
loadsgf sgf/ladder-escape-18.sgf
komi 6.5
180 reg_genmove w
#? [F5]

# White is about to catch the chain at C1. Only after C6 no series of ataris catches it any more.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . O . . . O . . .
#  5 . O X . O . . . .
#  4 . O X O . . . . .
#  3 . O X O . . . . .
#  2 . O X O . . . . .
#  1 . O X O . . . . .
#    A B C D E F G H J
#
# proof: ladder C1
loadsgf sgf/ladder-escape-19.sgf
komi -6.5
190 reg_genmove b
#? [C6]

# Black is about to catch the chain at H4. Only after F6 no series of ataris catches it any more.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . X . . . . .
#  6 . . . . . . X X X
#  5 . . . . X O O O X
#  4 . . . . . O X O X
#  3 . . . . X X X X X
#  2 . . O . . . . . .
#  1 . O . . . . . . .
#    A B C D E F G H J
#
# proof: ladder H4
loadsgf sgf/ladder-escape-20.sgf
komi 6.5
200 reg_genmove w
#? [F6]

# Black is about to catch the chain at F2. Only after F5 no series of ataris catches it any more.
#
#  9 . . . . . . . . .
#  8 . . . . . . . O .
#  7 . . . . . . . . .
#  6 . . . . X . . . .
#  5 . . . . . . . . .
#  4 . . . X O O X . .
#  3 . . . X O X X . .
#  2 . . . X O O X . .
#  1 . . . X X X X . .
#    A B C D E F G H J
#
# proof: ladder F2
loadsgf sgf/ladder-escape-21.sgf
komi 6.5
210 reg_genmove w
#? [F5]

# White is about to catch the chain at H4. Only after F4 no series of ataris catches it any more.
#
#  9 . . X . . . . . .
#  8 O . . . . . . . .
#  7 O . . . . . . . .
#  6 . . . . . . O . .
#  5 . . . . . . . O O
#  4 . . . . . . X X O
#  3 . O . . . . O X O
#  2 . . . . . . O X O
#  1 . . . . . . O X O
#    A B C D E F G H J
#
# proof: ladder H4
loadsgf sgf/ladder-escape-22.sgf
komi -6.5
220 reg_genmove b
#? [F4]

# Black is about to catch the chain at B6. Only after C5 no series of ataris catches it any more.
#
#  9 X O X . O . . . .
#  8 X O X X . . . . .
#  7 X O X . . . . . .
#  6 X O O . X . . . .
#  5 X X . X . . . . .
#  4 . . O . X . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder B6
loadsgf sgf/ladder-escape-23.sgf
komi 6.5
230 reg_genmove w
#? [C5]
