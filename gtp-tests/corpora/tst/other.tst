play b A1

1 reg_genmove w
#? [B1]  a comment
2 list_stones b
#? [A1]
3 does_not_exist
#? [! .*]
