# Comment
loadsgf a.sgf 3
10 genmove b
#? [D4|E5]*
20 attack C3
#? [1 .*]
30 name
#? [!kosumi]
#? [@x]&
