# Ladders of 11 plies and more on 19x19: chains to catch and to save, and chains not to chase and not to run with.
#
# A ladder is read on its own. That its move is also the best on the whole board at this komi, or is not, is what the
# network g170e-b15c192 of KataGo says with 400 visits: at least nine in ten are at the moves that are expected, and at
# most one in a hundred at those that are ruled out.

# The chain at G19 has two liberties. G13 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
# 19 . . . . . X O X . . . . . . . . . . .
# 18 . . . . . X O X . . . . . . . . . . .
# 17 . . O O . X O X . . . . . . . X . . .
# 16 . . . . . X O X . . . . . . . O . . .
# 15 . . . . . X O X . . . . . . . . . . .
# 14 . . . . . X O . . . . . . . . O . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . X . . . . . . . . . . . . . . . .
# 10 . . . O . O . . . . . . . . . O . . .
#  9 . . . . . . . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . . . . .
#  6 . . . O . . . . . . . . . . . X . . .
#  5 . . . . . . . . . . . . . . . . . . .
#  4 . . . . . . . . . . . . . O . . X . .
#  3 . . O X . . . . . . . . . . . . . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder G19
loadsgf sgf/ladder19-catch-1.sgf
komi 2.5
10 reg_genmove b
#? [G13]

# The chain at P1 has two liberties. P7 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . . O . O . . . O . . . X . X . . .
# 16 . . . . . . . . . . . . . . . . X . .
# 15 . . . . . . . . . . . . . . . X . . .
# 14 . . X . . . . . . . . . . O . X . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . O . O . . . . . . . X . . . . .
#  9 . . . . . . . . . . . . . . . . . . .
#  8 . . . . . . X . . . . . . . . . . . .
#  7 . . . . . . . . X . . . . . . . . . .
#  6 . . . . . X . . . . . . . . X O . . .
#  5 . . . . X . . . . . . . . O X O . . .
#  4 . . . . . O . . . . . . . O X O . . .
#  3 . . . X . . . . . . . . . O X O . . .
#  2 . . . . . . . . . . . . . O X O . . .
#  1 . . . . . . . . . . . . . O X O . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder P1
loadsgf sgf/ladder19-catch-2.sgf
komi 0.5
20 reg_genmove w
#? [P7]

# The chain at F8 has two liberties. O8 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . . . . O . . . O . . . . . . O . .
# 16 . . O . . O . . . . . . . . . X X . .
# 15 . . . . . . . . . . O . . . . . . . .
# 14 . . . . . X . X . X . . . . . . . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . X X . . . . . . . . . . . . . . .
#  9 . . . . . O O O O O O O . . . . . . .
#  8 . . . . O X X X X X X X X . . . . . .
#  7 . . . . . O O O O O O O O . . . X . .
#  6 . . . X . . . . . . . . . X . X X . .
#  5 . . . . . . . . . . . . . . . . . . .
#  4 . . . . . . . . . X . . . . . . O . .
#  3 . . . . . . . . . X . . . X . . . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder F8
loadsgf sgf/ladder19-catch-3.sgf
komi -6.5
30 reg_genmove w
#? [O8]

# The chain at A13 has two liberties. J13 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . O . . . . . . O . . . . . O O . .
# 16 . . . . . X . . . O . . . . . . . . .
# 15 . . . . . . . . . . . . . . . . . . .
# 14 X X X X X X X X . O . . . X . . . . .
# 13 O O O O O O O O . . . . . . . . . . .
# 12 X X X X X X X . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . . . . . . . . . . . O . O . . .
#  9 . . . . . . . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . . . . .
#  6 . . . X . . . . . . . . . X . . . . .
#  5 . . . . . . . . . . . . . . . . . . .
#  4 . . . O . . . . . O . . . . . . X . .
#  3 . . O . . . . . O X . . . O . . . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder A13
loadsgf sgf/ladder19-catch-4.sgf
komi -17.5
40 reg_genmove b
#? [J13]

# The chain at E1 has two liberties. E11 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . O O X . . . . . . . . . . O . . .
# 16 . . O . . O . . . . . . . . . . O . .
# 15 . . . . . . . . . . X . . . . . . . .
# 14 . . . . . O . . . . . . . X . X . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . X O . . . . . . . . . . O O . .
#  9 . . . X O X . . . . . . . . . . . . .
#  8 . . . X O X . . . . . . . . . . . . .
#  7 . . . X O X . O . . . . . . . . . . .
#  6 . . . X O X . . . O . . . . . O . . .
#  5 . . . X O X . . O . . . . . . . . . .
#  4 . . . X O X . . . O . . . . . . . . .
#  3 . . . X O X . O . X . . . . . . X . .
#  2 . . . X O X . . . . . . . . . . . . .
#  1 . . . X O X . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder E1
loadsgf sgf/ladder19-catch-5.sgf
komi 0.5
50 reg_genmove b
#? [E11]

# The chain at O16 has two liberties. O6 catches it: read to the end, every way out meets atari after atari; any
# other move lets it out.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . . X . . . . . . . . . X . X . . .
# 16 . . O . . X . . . O . . X O X . O . .
# 15 . . . . . . . . . . O . X O X . . . .
# 14 . . . X . . . . . O . . X O X . O . .
# 13 . . . . . . . . . . . . X O X . . . .
# 12 . . . . . . . . . . . . X O X . . . .
# 11 . . . . . . . . . . . . X O X . O . .
# 10 . . O . . . . . . . . . X O X . . . .
#  9 . . . . . . . . . O . . X O X . . . .
#  8 . . . . . . . . . . . . X O X . . . .
#  7 . . . . . . . . . . . . . O X . . . .
#  6 . . O . . O . . . X . . . . . . . . .
#  5 . . . . . . . . . . . . . . . . . . .
#  4 . . . . . O . . . . . . . O . O . . .
#  3 . . . O . . . . . . . . . . . O X . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder O16
loadsgf sgf/ladder19-catch-6.sgf
komi -5.5
60 reg_genmove b
#? [O6]

# Black is about to catch the chain at D14. Only after D12 or G13 no series of ataris catches it any more.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . O . O .
# 17 . . . X . . . . . X . O . O X X O . .
# 16 . . X O . . X X . . . . . O O X O X .
# 15 . X . X X . . O . O . X . X O O X X .
# 14 . . X O X O . . . . . . . . X X O . .
# 13 . O X O O X . . . . . . . X . . O . .
# 12 . . O . X O O . . . X O O X O X O O X
# 11 . . . X . X O . O . X O . O X . X O .
# 10 . . . X X . X . . . . . . O X . X O .
#  9 . . X . O X . . . . . . . X X . O . .
#  8 . . . . . . . . . . . . . . . X O . .
#  7 . . O O . . . . O . . . O . . . . . .
#  6 . . . . O . X . . . . . . . X O O O .
#  5 . . X X . O O . . O . . . O X X X X .
#  4 O . X . X . . . O . . . X X . . X . .
#  3 . O O X . O X X . O . . . O X X O X .
#  2 . X X O X . . . . . . O X O X O O O .
#  1 . . . . . . . . . . . . . X . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder D14
loadsgf sgf/ladder19-escape-1.sgf
komi 42.5
70 reg_genmove w
#? [D12|G13]

# White is about to catch the chain at E16. Only after E15 no series of ataris catches it any more.
#
# 19 . . . . . . . . . . . . . . . O . . .
# 18 . . . . . O X . . X . . X X O . . . .
# 17 . . X X O O X X O O X O . . O . X . .
# 16 . . . O X X O . . . . . X X O . . X .
# 15 . . O . . O . . . . . . . . O X X O .
# 14 . O X O . X . . . . . . . . O O O O .
# 13 . . . . O . . . . . . . . . . . . . .
# 12 . . . X . . . . . . . . . X . . . . .
# 11 . X . . . O . . . . . . . . O . . . .
# 10 . . . . O X . . O X . . . X . X . . .
#  9 . O . X X . X X X . X X . . . . . . .
#  8 . O X X O O O O . X O . . . . . . . .
#  7 X X O X X . . . O . O . O . O O O . .
#  6 . O . O X . O X . O . . . . X X O . .
#  5 . O O O . O . . . . O O X . . . . . .
#  4 . X X O O O X X X . . X X . . X O . .
#  3 . X O X X X O . . O . . . . . X O . .
#  2 . X O . . . X . . . . . . . . . X . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder E16
loadsgf sgf/ladder19-escape-2.sgf
komi 17.5
80 reg_genmove b
#? [E15]

# Black is about to catch the chain at Q14. Only after P13 or P15 no series of ataris catches it any more.
#
# 19 . . . . O . . . . . . . . O X X . . .
# 18 . . X O . O . . . X . . . . X O O . .
# 17 . . X O . O . . . O X X O O X X O . .
# 16 . . X X O O . . . . X . X O X O O . .
# 15 . . . . . . . . . . . . O X . X O O .
# 14 . . . . . . . X . . . . . . X O X X .
# 13 . . X . . . . . . . . . . . . O X . .
# 12 . O X . . . . . . . . . . . . X O . .
# 11 . O O X X . . . . . . . . . . . O . .
# 10 . X X O O . . . . . . . . . . O X X .
#  9 X O O X . . . . . . . . . . X . O . .
#  8 . O X . . . . . . . . . . . . O . . .
#  7 . O O O . . . . . . . . . . . O X X .
#  6 . . X . . . . . . . . . . . X X O O .
#  5 . . . . . . O . . . . . . . . O X X .
#  4 . . X O X . . X . O . . . . . O . X .
#  3 . . O O . . . X . . . X . . . . O . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder Q14
loadsgf sgf/ladder19-escape-3.sgf
komi -7.5
90 reg_genmove w
#? [P13|P15]

# Black is about to catch the chain at T12. Only after O11 no series of ataris catches it any more.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . . X . X . . . . . . . . . . . . .
# 16 . . . X . O . . . O . . . . . O X . .
# 15 . . . . . . . . . . . . . . . . . . .
# 14 . . . X . . . . . . . . . . . . . . .
# 13 . . . . . . . . . . . . . X X X X X X
# 12 . . . . . . . . . . . O X O O O O O O
# 11 . . . . . . . . . . . . . . X X X X X
# 10 . . O . . . . . . O . . . . . . . . .
#  9 . . . . O . . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . . . . .
#  6 . . . . . . . . . . . . . . . . . . .
#  5 . . . . . . . . . . . . . . . O . . .
#  4 . . . . . . . . . . . . . . . X O . .
#  3 . . . O . O . . . . . . . . . . . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder T12
loadsgf sgf/ladder19-escape-4.sgf
komi -17.5
100 reg_genmove w
#? [O11]

# White is about to catch the chain at P19. Only after O15 no series of ataris catches it any more.
#
# 19 . . . . . . . . . . . . . O X O . . .
# 18 . . . . . . . . . . . . . O X O . . .
# 17 . . . . . . . . . . . . . O X O . . .
# 16 . . O . . O . . . . . X . O X O . . .
# 15 . . . . . . . . . . . . . . X O . . .
# 14 . . . O . . . . . . . . . . O . . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . O O O . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . . . . . . . .
#  8 . . . X . . . . . . . . . . . . . . .
#  7 . . . . . . . . X . . . . . . . . . .
#  6 . . . X . . . . . X . . . . . . X . .
#  5 . . . . . . . . . . . . . . . . . . .
#  4 . . X . . X . . . X . . . . . . . . .
#  3 . . . . . . . . . X . . . . . . . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder P19
loadsgf sgf/ladder19-escape-5.sgf
komi 0.5
110 reg_genmove b
#? [O15]

# Black is about to catch the chain at F19. Only after G15 no series of ataris catches it any more.
#
# 19 . . . . X O X . . . . . . . . . . . .
# 18 . . . . X O X . . . . . . . . . . . .
# 17 . . O . X O X . . . . . . . . . . . .
# 16 . . . . X O X . . O . . . X . . X . .
# 15 . . . . X O . . . . . . . . . . . . .
# 14 . . . . . X . . . . . . . . . . . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . . . X . . . . . . . O . . . . .
#  9 . . . . . . . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . . . . .
#  6 . . . . . . . . . O . . . . . O O . .
#  5 . . . . . . . . . . . . . . . . . . .
#  4 . . . . . . . . . . . . . O . . O . .
#  3 . . . . X . . . . O . . . . . X . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: ladder F19
loadsgf sgf/ladder19-escape-6.sgf
komi 7.5
120 reg_genmove w
#? [G15]

# White has stones in the way: a ladder that begins with N10 or N11 does not catch the chain at O11.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . O . O .
# 17 . . . X . . . . . X . O . O X X O . .
# 16 . . X O . . X X . . . . . O O X O X .
# 15 . X . X X . . O . O . X . X O O X X .
# 14 . . X O X O . . . . . . . . X X O . .
# 13 . O . O O X . . . . . . . . . . O . .
# 12 . . O . X O O . . . X O . X O X O . .
# 11 . . . X . X O . . . . O . O X . X O .
# 10 . . . X X . X . . . . . . O X . X O .
#  9 . . X . O X . . . . . . . X X . O . .
#  8 . . . . . . . . . . . . . . . X O . .
#  7 . . O O . . . . O . . . O . . . . . .
#  6 . . . . O . X . . . . . . . X O O O .
#  5 . . X X . O O . . O . . . O X X X X .
#  4 . . X . X . . . O . . . X X . . X . .
#  3 . O O X . O X X . O . . . O X X O X .
#  2 . . X O X . . . . . . O X O X O O O .
#  1 . . . . . . . . . . . . . X . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder O11
loadsgf sgf/ladder19-broken-1.sgf
komi 51.5
130 reg_genmove b
#? [!N10|N11]

# Black has stones in the way: a ladder that begins with P8 or P9 does not catch the chain at Q9.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . O X . . . . . . . X . . . . O . .
# 17 . . O X X X X X X O X O . . . X O X .
# 16 . O X O X O O O . O . . . . O O . O .
# 15 . O X . . . . . . . . . . . O . O X .
# 14 . X . . . . . . . O . . . . . O X X .
# 13 . . X . . X . . . . . . . . . O O X .
# 12 . . . . . . . . . . . . . . . . O . .
# 11 . . . . . . . . . . . . . . . . . X .
# 10 . . . . . . . . . . . . . . . O O . .
#  9 . . . . . . . . . . . . . . . X O X .
#  8 . X X . . X . . . . . . . . . X X O .
#  7 . X O . X . . . . . . . O . O O X O .
#  6 . X O . O X . . . . . . . . . X O . .
#  5 . . O X O . . . . . . . . . O O X . .
#  4 . . X . O . X . . . . . . . . X . . .
#  3 . . . X O X O O . . . X . . X O . . .
#  2 . . O O . X . . . . . . . . X . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder Q9
loadsgf sgf/ladder19-broken-2.sgf
komi -17.5
140 reg_genmove w
#? [!P8|P9]

# White has stones in the way: a ladder that begins with D10 or E11 does not catch the chain at D12.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . . O X . . X . . . . . . . . . . .
# 16 . . O . X . . . . . . . . . . . X . .
# 15 . . . O . . . . . . . . . . . . . . .
# 14 . . . . . . . . . . . . . . . . . . .
# 13 . . . X O . . . . . . . . . . . . . .
# 12 . . X O X . . . . . . . . . . . . . .
# 11 . . X O . . . . . . . . . . . . . . .
# 10 . . . . . . . . . . . . . . . . O . .
#  9 . . O . . . . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . O . X .
#  6 . . . O X . . . . . . . . . . X X . .
#  5 . . . O O . . . . . . . . . . O X . .
#  4 . . O X . . . . O . . . . O . X O O .
#  3 . . O X . O . X O . . . . . . X X . .
#  2 . X X . X . . . . . . . . . O . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder D12
loadsgf sgf/ladder19-broken-3.sgf
komi 11.5
150 reg_genmove b
#? [!D10|E11]

# Black has stones in the way: a ladder that begins with O5 or P4 does not catch the chain at N4.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . O . . . . . . . . . . . . O . .
# 17 . O . . O X . O . . . . . O O O . O .
# 16 . X O . O X . . . . X . X X X X O . .
# 15 . O X O . . X O . . . . . . . . . X .
# 14 . . . . X . . O . . . . . . . . X O .
# 13 . . X . . . . . . . . . . . O . . . .
# 12 . . . . . . . . . . . . X . . . O . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . X . . . . . . . . . . . . . X . .
#  9 . . X O X . . . . . . . . . X . . . .
#  8 . . . X . . . . . . . . . . . . . . .
#  7 . . O . . . . X . X . . X . . . . . .
#  6 . . . X . . O . O O X X O . . . . . .
#  5 . . O X . . O . . O O O O . . X . . .
#  4 . . . X . O . O . X X O X X . . . . .
#  3 . . X . O . O X X . O X O O X X X . .
#  2 . . . . . . . O . X X X O . O O . . .
#  1 . . . . . . . . . . . . O O . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder N4
loadsgf sgf/ladder19-broken-4.sgf
komi 1.5
160 reg_genmove w
#? [!O5|P4]

# Black has stones in the way: a ladder that begins with H14 or J14 does not catch the chain at H16.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . O X . . . . O O X . .
# 17 . . O X . . O O . . X . . X O X . X .
# 16 . . O X . . O X O O X . O O . . . . .
# 15 . X O . . . O X X O X . X X X X X . .
# 14 . X O O . . . . . X . X . O O O O O .
# 13 . . X O . . . . . . O O . . O X . . .
# 12 . . . . . . . . . . . O O . O . . . .
# 11 . . . . . . . . . . X X X X X . X . .
# 10 . . . . . . . . . . . . . . . X . . .
#  9 . . X . . . . . . . . . . . O . . . .
#  8 . . X O . . . . . . . . . . . . . . .
#  7 . . . X . O . . . . . . . . X . . O .
#  6 . . . X O . O . . . . . . . . O . X .
#  5 . X . X X O . . . . . . . . O . O O X
#  4 . . X O X O . X . O . X . X . O O X .
#  3 . . O O O X O . . . . . . . O . X . .
#  2 . . . . . X O . . . . . . O X . . X .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder H16
loadsgf sgf/ladder19-broken-5.sgf
komi -5.5
170 reg_genmove w
#? [!H14|J14]

# White has stones in the way: a ladder that begins with L5 or M5 does not catch the chain at L4.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . O . . . . .
# 17 . . X O . . . . . . . . O . X O . . .
# 16 . . X O . O . . . . O . . . X X X . .
# 15 . X O . . . . . . . . . . . . . . . .
# 14 . X X O O . . . . . . . . . . . . . .
# 13 . O O X . . . . . . . . . . . . . O .
# 12 . O X . . . . . . . . . . . . O . . .
# 11 . . O . . . . . . . . . . . . . X . .
# 10 . . . . . . . . . . . . . . O . . . .
#  9 . . . . . . . . . . . . X . . . O . .
#  8 . . . . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . X . . .
#  6 . . . X . . . . . . . O X . . . O . .
#  5 . . . . . . . . . . . . . X . . . . .
#  4 . . . X . . . . O X O O X O X X . X .
#  3 . . . . . . . X X . X X O O X . . . .
#  2 . . . . . . . . . . O . . . O . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder L4
loadsgf sgf/ladder19-broken-6.sgf
komi 5.5
180 reg_genmove b
#? [!L5|M5]

# The chain at L6 is in atari, and M7 does not save it: every way out meets atari after atari.
#
# 19 . X O . O O . . . . . . . . . X O . .
# 18 . X O O . . O O O X . X . . X O O . .
# 17 . X X O O O X X O . . O X . O X O . .
# 16 X O O X X X X O O . O . X X X X O . .
# 15 X . O O . . O X X . O X . X O O O . .
# 14 . X O X X . X . . O X X X O X X X O .
# 13 X O O O X . . O X . O . X O O . X . .
# 12 X X O X X O O . O . O . O . O X O . .
# 11 . O X X O . . O . . . . . O O O X . .
# 10 . . O X O . . . . . . . . . X O X . .
#  9 . . . . X X X . . . . O . . . X O X .
#  8 . . O X X O . X . . . . . . . X O O .
#  7 . . X O O . . X . . O . . . . . . . .
#  6 . . X X . O O . O O X X O . X O . . .
#  5 . . X . X O X . O X O O . . X O . . .
#  4 . . X X O X O O X X . . . . X O . O .
#  3 . . . O O X . O X X . . O O X O X . .
#  2 . . X . O X X X O X . . X X O X . . .
#  1 . . . . . . . . O O X . . . O X . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder L6
loadsgf sgf/ladder19-lost-1.sgf
komi 15.5
190 reg_genmove b
#? [!M7]

# The chain at D8 is in atari, and F9 does not save it: every way out meets atari after atari.
#
# 19 . . . . . . . . . . . . . . . . . O .
# 18 . . X O . . . . . . . . . X X O O . O
# 17 . . . X O . . . . X . . O X X X X O .
# 16 . . . X O . . . O X O . X . X O O X O
# 15 . . X . . . . . . O . O . . . X O X .
# 14 . . . . . . . . . . . . . . . . O . .
# 13 . . . . . . . . . O X . . O . . O . .
# 12 . . X . . . . . . . . . . . . . . . .
# 11 . . . . . O . . . . . . . . . X . . .
# 10 . . X O . . . . . . . . . . . X O . .
#  9 . . X O O . . . . . . . . . . . . . .
#  8 . O O X X X O . . . . . . . . . X . .
#  7 . X X O O O . . . . . . . . . . . . .
#  6 . X . X . . . . . . . . . . . X X . .
#  5 . . X O X . O . . X . . . O O X O . .
#  4 . . X O . . . . X . X . . . X O X . .
#  3 . X . O . X . O . X . . . X . O O . .
#  2 . . O . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder D8
loadsgf sgf/ladder19-lost-2.sgf
komi 10.5
200 reg_genmove b
#? [!F9]

# The chain at Q15 is in atari, and Q14 does not save it: every way out meets atari after atari.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . O O . . .
# 17 . . X X X . X . . O . . X O X X O O .
# 16 . . . O . O . . . . . X . X . X X X .
# 15 . . . . . . . O . . . . . . X O O X .
# 14 . . . . . . . . . . . O . . . . X . .
# 13 . . . O . . . . . . . . . . . . . X .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . X . . . . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . . . O . O . .
#  8 . . . . . . . . . . . . . X . . . . .
#  7 . . . O . . . . . . . . . . X . X . .
#  6 . . O . O . . . . . . . . . . . . . .
#  5 . . . O X . . . . . . . . . O . . . .
#  4 . . O O X . . . . . . . . . X O . . .
#  3 . . X X X O . O . X . . . . . O . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder Q15
loadsgf sgf/ladder19-lost-3.sgf
komi 9.5
210 reg_genmove w
#? [!Q14]

# The chain at M15 is in atari, and M16 does not save it: every way out meets atari after atari.
#
# 19 . O . . . . . . . . . . . . . . . . .
# 18 . . X O O . . . X . . . . . . . . O .
# 17 . X . X . O . . X O . . X X O X . . .
# 16 X . X X . . . . X . . . X O O O O O .
# 15 . X O O O . O . . O X O O X X X X X .
# 14 . O . X . . . X . . X O X X O O O X .
# 13 . . . . O X . . . . . X X O . . O . .
# 12 . . . . . . . . . . . . . O O O O O .
# 11 . . . . . . . . . . . O . . X O X X .
# 10 . . . . . . . . . . . X X X . X O X .
#  9 . . . . . . . . . . . . . . . . O . .
#  8 . . . . . . . . . . O . . . . . O . .
#  7 . . O . . . . . . . . . . . . X . . .
#  6 . . . . X . . . . . . . . . . . X X .
#  5 . . . X . . . . . . . . . . . O . . .
#  4 . . O O X . . . . . . . . . . X . . .
#  3 . . . . O O . . . . . . . X X O . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder M15
loadsgf sgf/ladder19-lost-4.sgf
komi 17.5
220 reg_genmove w
#? [!M16]

# The chain at K6 is in atari, and L7 does not save it: every way out meets atari after atari.
#
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . X X . . . . . . . . . . . . . . . .
# 17 . O X O . . . . . . . . O . X X O . .
# 16 . X O X . . . O . X . O X . O . X . .
# 15 . . O X . . . . . . O . O . . X O X .
# 14 . . O . X O . . . . . . . X . X O . .
# 13 . . . X . X . . . . . . . . . . X . .
# 12 . . X . . . . . . . . . . O . O O . .
# 11 . . . . O . . . . . . . . . . . . . .
# 10 . . X . . . . . . . . . . . . X . . .
#  9 . . . O . O . . . . . . . . . . . . .
#  8 . . X . O . O . . . . . . . . . . . .
#  7 . O O . X O . . . O . . . . . O . . .
#  6 . X . X . X . . O X X O . . . . . . .
#  5 . . . O . X X . X O O . X . . O . . .
#  4 . . X O . O X . . . X O . . O X X . .
#  3 . . X O O X X . . O . . . . X O O . .
#  2 . . . O X O . . . . . . X . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
#    A B C D E F G H J K L M N O P Q R S T
#
# proof: no ladder K6
loadsgf sgf/ladder19-lost-5.sgf
komi -1.5
230 reg_genmove b
#? [!L7]
