# A program that passes all the time and, at its second move of each game, does what it is told: $1.
n=0
answer() { printf '%s%s %s\n\n' "$1" "$i" "$2"; }
while read -r i c a; do
  t=
  case $c in
    list_commands) t='play
genmove
final_score' ;;
    name) t=saboteur ;;
    version) t=1 ;;
    known_command) t=false ;;
    clear_board) n=0 ;;
    play) [ "$1" = refuse ] && { answer '?' 'illegal move'; continue; } ;;
    final_score)
      t=B+99.5
      [ "$1" = leave ] && { answer = "$t"; exit 0; } ;;
    genmove)
      t=pass
      n=$((n + 1))
      case $1-$n in
        crash-2) echo 'out of luck' >&2; exit 3 ;;
        kill-2) kill -s SEGV $$ ;;
        hang-2) sleep 1000 ;;
        garbage-2) echo 'thinking ...' ;;
        nonsense-2) t='the corner' ;;
        outside-2) t=Z25 ;;
        occupied-*) t=A1 ;;
        resign-2) t=resign ;;
        fail-2) answer '?' 'no idea'; continue ;;
        shout-2) while :; do echo xxxxxxxxxxxxxxxx; done ;;
        endless-2) printf '=%s ' "$i"; yes ;;
        mutter-*) head -c 300000 /dev/zero | tr '\0' x >&2 ;;
        slow-2) sleep 1 ;;
      esac ;;
  esac
  answer = "$t"
done
