# Completes walkthrough(1) in bash.

_walkthrough() {
  local word=${COMP_WORDS[COMP_CWORD]} command='' operands=0 index choices
  for ((index = 1; index < COMP_CWORD; index++)); do
    case ${COMP_WORDS[index]} in
      -*) ;;
      *) if [ -z "$command" ]; then command=${COMP_WORDS[index]}; else operands=$((operands + 1)); fi ;;
    esac
  done
  if [ "$command" = run ] && [ "$operands" -ge 1 ]; then
    if declare -F _command_offset >/dev/null; then
      for ((index = 1; index < COMP_CWORD; index++)); do
        [ "${COMP_WORDS[index]}" = -- ] && break
      done
      if [ "$index" -lt "$COMP_CWORD" ]; then _command_offset $((index + 1)); else _command_offset 3; fi
    else
      mapfile -t COMPREPLY < <(compgen -c -- "$word")
    fi
    return
  fi
  if [[ $command = check || $command = preview ]] && [[ $word != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    return
  fi
  case $word in
    -*)
      choices='--json --plain --help --version'
      case $command in
        '' | due) choices+=' --updates' ;;
        show | skip) choices+=' --all' ;;
        preview) choices+=' --from --locale' ;;
      esac
      ;;
    *)
      case $command in
        '') choices='show due list status complete skip postpone reset off on run monitor greet new check preview' ;;
        show | due | status | complete | skip | postpone | reset | off | on | run)
          # Ids are made of letters, digits and . _ - alone.
          [ "$operands" -eq 0 ] && choices=$(walkthrough list 2>/dev/null | cut -d ' ' -f 1)
          [ "$command$operands" = postpone1 ] && choices='1h 1d 7d'
          ;;
      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
}
complete -F _walkthrough walkthrough
