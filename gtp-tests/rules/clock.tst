# Clocks: every form of settings is taken at any time, and no clock stops the engine from moving.

boardsize 9
10 kata-list_time_settings
#? [none absolute byoyomi canadian fischer fischer-capped]

# Nothing said about time at all.

20 genmove b
#? [[A-HJ][1-9]|pass|resign]

# Canadian, absolute and no limit; again in the middle of the game.

clear_board
time_settings 300 30 5
play b E5
time_settings 0 1 0
time_settings 60 0 0
time_settings 60 0 25
time_settings 2147483647 2147483647 1
time_settings 1.5 2 1
time_settings 0 10 3
30 last_move
#? [black E5]
40 genmove w
#? [[A-HJ][1-9]|pass|resign]

# Clocks as they come from real servers: negative, with decimals, without overtime settings.

time_settings 60 0 0
time_left b 10 0
time_left w 3.25 0
time_left b -5 0
time_left W 10 7
time_left black 0 0
50 genmove b
#? [[A-HJ][1-9]|pass|resign]
time_left w -3 0
60 genmove w
#? [[A-HJ][1-9]|pass|resign]
time_settings 0 0 0
70 genmove b
#? [[A-HJ][1-9]|pass|resign]
time_settings 0 0 5
80 genmove w
#? [[A-HJ][1-9]|pass|resign]

# KGS and KataGo forms.

clear_board
kgs-time_settings none
kgs-time_settings absolute 300
kgs-time_settings canadian 300 30 25
kgs-time_settings byoyomi 300 10 5
time_left b 10 5
time_left b 10 0
90 genmove b
#? [[A-HJ][1-9]|pass|resign]
kata-time_settings none
kata-time_settings absolute 10.5
kata-time_settings byoyomi 60 5.5 3
kata-time_settings canadian 60 30 10
kata-time_settings fischer 60 5
kata-time_settings fischer-capped 60 5 120 30
kata-time_settings fischer-capped 60 5 120 -1
kata-time_settings fischer-capped 60 5 -1 -1
time_left w 61.5 0
100 genmove w
#? [[A-HJ][1-9]|pass|resign]

# The servers' other messages are taken without a word.

kgs-game_over
cgos-opponent_name somebody
cgos-opponent_rating 1500?
cgos-gameover W+3.5
110 last_move
#? [.+]
