# Ladders: atari after atari, and the stones that break them.
#
# A ladder is read on its own. That its move is also the best on the whole board is what the network g170e-b15c192 of KataGo
# says: with 500 visits or more at least 95 of a hundred are at it, at a komi at which it leads by a few points.

# The chain at D9 has two liberties. D5 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . O X O . . . .
#  8 . . O X O . . . .
#  7 . . O X O . . . .
#  6 . . O X . . . O .
#  5 . . . . . . . . .
#  4 . X . . . . . . .
#  3 . X . . . . . . O
#  2 . . . . X . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder D9
loadsgf sgf/ladder-catch-1.sgf
komi -11.5
10 reg_genmove w
#? [D5]

# The chain at E9 has two liberties. E5 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . O X O . . .
#  8 . X . O X O . . .
#  7 . . . O X O . . .
#  6 . . . O X . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . O . . X .
#  1 . . X . . . . . .
#    A B C D E F G H J
#
# proof: ladder E9
loadsgf sgf/ladder-catch-2.sgf
komi -24.5
20 reg_genmove w
#? [E5]

# The chain at E1 has two liberties. E5 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 X . . . . . X . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . O X . . . .
#  3 . X . O X O . . .
#  2 . . . O X O . . .
#  1 O . . O X O . . .
#    A B C D E F G H J
#
# proof: ladder E1
loadsgf sgf/ladder-catch-3.sgf
komi -18.5
30 reg_genmove w
#? [E5]

# The chain at G9 has two liberties. G5 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . X . O X O .
#  8 . . . . . O X O .
#  7 . . . . . O X O .
#  6 . . . . X O X . .
#  5 . . . . . X . . .
#  4 . . X . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . O X . .
#    A B C D E F G H J
#
# proof: ladder G9
loadsgf sgf/ladder-catch-4.sgf
komi 8.5
40 reg_genmove w
#? [G5]

# The chain at J2 has two liberties. D2 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . X . . . . . . .
#  8 . . . . X . . . .
#  7 X . . O . . . . .
#  6 O . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . O O O O
#  2 . . . . X X X X X
#  1 . . . O O O O O O
#    A B C D E F G H J
#
# proof: ladder J2
loadsgf sgf/ladder-catch-5.sgf
komi -14.5
50 reg_genmove w
#? [D2]

# The chain at J3 has two liberties. E3 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . O . . .
#  6 . . . . . X . . O
#  5 . . . . . . . . .
#  4 X . X . . O O O O
#  3 . . X . . X X X X
#  2 . . . . . . O O O
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder J3
loadsgf sgf/ladder-catch-6.sgf
komi -7.5
60 reg_genmove w
#? [E3]

# The chain at B9 has two liberties. B6 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 O X O . . . . . .
#  8 O X O . . . . . .
#  7 O X . . . . . . .
#  6 O . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . O . .
#  2 . . . . . . O . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder B9
loadsgf sgf/ladder-catch-7.sgf
komi -38.5
70 reg_genmove w
#? [B6]

# The chain at J4 has two liberties. E4 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 O . O . . . . . X
#  7 . . . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . . O O O O
#  4 . . X . . X X X X
#  3 . . . . . . O O O
#  2 . . . . . . . . .
#  1 . . . X . . . . .
#    A B C D E F G H J
#
# proof: ladder J4
loadsgf sgf/ladder-catch-8.sgf
komi -24.5
80 reg_genmove w
#? [E4]

# The chain at G9 has two liberties. G6 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . O X O .
#  8 O . O . . O X O .
#  7 . . . . . O X . .
#  6 . . X . . X . . .
#  5 O . . . . . . O .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 X . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder G9
loadsgf sgf/ladder-catch-9.sgf
komi -26.5
90 reg_genmove w
#? [G6]

# The chain at B1 has two liberties. B4 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . O . . . .
#  8 X . . . . . . . .
#  7 . . . . . . . . .
#  6 O . O . . . . . .
#  5 . . . . . . . . .
#  4 X . . X . . . . .
#  3 X O . . . . . . .
#  2 X O X . . O . . .
#  1 X O X . . . . . .
#    A B C D E F G H J
#
# proof: ladder B1
loadsgf sgf/ladder-catch-10.sgf
komi -6.5
100 reg_genmove b
#? [B4]

# The chain at A6 has two liberties. D6 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . O . .
#  8 . . . . . X . . .
#  7 O O . . O . . . .
#  6 X X X . . . . . .
#  5 O O O . X . . . .
#  4 . . . . . . . . .
#  3 . . . . . X . . .
#  2 . . . . . . . . .
#  1 O . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder A6
loadsgf sgf/ladder-catch-11.sgf
komi -0.5
110 reg_genmove w
#? [D6]

# The chain at J6 has two liberties. F6 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . X . O . . .
#  8 . . . . . . . . .
#  7 . . . . . . . O O
#  6 . . . . . . X X X
#  5 . . . . . . O O O
#  4 . . . . . . . X X
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder J6
loadsgf sgf/ladder-catch-12.sgf
komi -8.5
120 reg_genmove w
#? [F6]

# The chain at A2 has two liberties. D2 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
#  9 . . . . . . . . .
#  8 . . . X X . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . O . . . .
#  4 . . . . . . . . .
#  3 O O . . . . . . .
#  2 X X X . . . X . .
#  1 O O O O . . . . .
#    A B C D E F G H J
#
# proof: ladder A2
loadsgf sgf/ladder-catch-13.sgf
komi 7.5
130 reg_genmove w
#? [D2]

# Black is about to catch the chain at B8. Only after F7 no series of ataris catches it any more.
#
#  9 . X X X X X . . .
#  8 X O O O O O X O .
#  7 . X X X X . . . .
#  6 . . . . . . . O .
#  5 X . . . O . . . .
#  4 . . . . . . . . .
#  3 . X . . . O . . .
#  2 . . . . . . . X .
#  1 . . O . O . . . .
#    A B C D E F G H J
#
# proof: ladder B8
loadsgf sgf/ladder-escape-1.sgf
komi -5.5
140 reg_genmove w
#? [F7]

# White is about to catch the chain at J3. Only after F4 no series of ataris catches it any more.
#
#  9 . . . X . . . . X
#  8 . . X . . . . . .
#  7 . . . . . . . . O
#  6 . . . . X . . . .
#  5 . . . . . . . . .
#  4 . . . . . . O O O
#  3 . . . . O X X X X
#  2 . . . . . O O O O
#  1 . . O . . . . . .
#    A B C D E F G H J
#
# proof: ladder J3
loadsgf sgf/ladder-escape-2.sgf
komi -4.5
150 reg_genmove b
#? [F4]

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
loadsgf sgf/ladder-escape-3.sgf
komi -33.5
160 reg_genmove b
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
loadsgf sgf/ladder-escape-4.sgf
komi 11.5
170 reg_genmove w
#? [C5]

# White is about to catch the chain at D8. Only after E6 no series of ataris catches it any more.
#
#  9 . X . O . . . . .
#  8 . . O X O . . . .
#  7 X . O X O . . X .
#  6 . . O X . . . . .
#  5 . . . O . . X . .
#  4 . . . . . . . . .
#  3 . . . . . . . . O
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder D8
loadsgf sgf/ladder-escape-5.sgf
komi -8.5
180 reg_genmove b
#? [E6]

# Black is about to catch the chain at B9. Only after B6 no series of ataris catches it any more.
#
#  9 X O X . . . . . .
#  8 X O X . . . . . .
#  7 X O X . . . . . .
#  6 X . . . . . . . .
#  5 . . . X . . . . .
#  4 . O . . . O . . .
#  3 . . . . . . X . .
#  2 . . . . . . . . .
#  1 . O . O . . . . .
#    A B C D E F G H J
#
# proof: ladder B9
loadsgf sgf/ladder-escape-6.sgf
komi 0.5
190 reg_genmove w
#? [B6]

# Black is about to catch the chain at A5. Only after E6 no series of ataris catches it any more.
#
#  9 . . . . . . . . .
#  8 . . . . O . . . .
#  7 . . . . . . . . .
#  6 X X X X . . . . .
#  5 O O O O O X O . .
#  4 X X X X X . . . .
#  3 . . . . . . . . .
#  2 . X . . . . . . .
#  1 . . . . . . . O .
#    A B C D E F G H J
#
# proof: ladder A5
loadsgf sgf/ladder-escape-7.sgf
komi 15.5
200 reg_genmove w
#? [E6]

# Black is about to catch the chain at J3. Only after F3 no series of ataris catches it any more.
#
#  9 . . O . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . O . X X X
#  3 . . . . . . O O O
#  2 . . . . . X . X X
#  1 . . . O . X . . .
#    A B C D E F G H J
#
# proof: ladder J3
loadsgf sgf/ladder-escape-8.sgf
komi -5.5
210 reg_genmove w
#? [F3]

# Black is about to catch the chain at B1. Only after B5 no series of ataris catches it any more.
#
#  9 . . . . . . O . .
#  8 . . . . . . . . .
#  7 . . . O . . . . .
#  6 . . . . . . X . .
#  5 X . X . . . X . .
#  4 X O . . . . . . .
#  3 X O X . . . . . O
#  2 X O X . . X . . .
#  1 X O X . . O . . .
#    A B C D E F G H J
#
# proof: ladder B1
loadsgf sgf/ladder-escape-9.sgf
komi 19.5
220 reg_genmove w
#? [B5]

# Black is about to catch the chain at C9. Only after C5 no series of ataris catches it any more.
#
#  9 O X O X . . . . .
#  8 . X O X . . . . .
#  7 . X O X . . . . .
#  6 . . O X . . . X .
#  5 . X . . O O . . O
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . O . .
#  1 . . . . . . . . .
#    A B C D E F G H J
#
# proof: ladder C9
loadsgf sgf/ladder-escape-10.sgf
komi -1.5
230 reg_genmove w
#? [C5]
