#compdef walkthrough
# Completes walkthrough(1) in zsh.

_walkthrough_apps() {
  local -a apps
  # Ids are made of letters, digits and . _ - alone.
  apps=(${(f)"$(_call_program apps walkthrough list 2>/dev/null | cut -d ' ' -f 1)"})
  _wanted apps expl 'app' compadd -a apps
}

# What stands behind the app of `run` is a command line of its own.
_walkthrough_command() {
  if [[ $words[1] = -- ]]; then
    shift words
    ((CURRENT -= 1))
  fi
  _normal
}

_walkthrough() {
  local context state state_descr line
  typeset -A opt_args
  local -a names
  names=(
    'show:show what is due of one app'
    'due:is it due? without an app, list what is'
    'list:list the apps known'
    'status:say why the answer is what it is'
    'complete:remember it as gone through'
    'skip:remember it as declined'
    'postpone:ask again later'
    'reset:forget what was seen'
    'off:show nothing of it, or of any app'
    'on:show it again'
    'run:show what is due, then become the command'
    'monitor:print what changes, as it does'
    'greet:tell once which apps have something new'
    'new:write a manifest to begin with'
    'preview:show a manifest as to somebody new'
    'check:say what is wrong with manifests and metainfo'
  )
  _arguments -C \
    '--json[print JSON]' \
    '--plain[ask line by line]' \
    '--updates[only what is new]' \
    '(- *)'{-h,--help}'[say what there is]' \
    '(- *)--version[print the version]' \
    '1: :->command' \
    '*:: :->operands'
  case $state in
    command) _describe -t commands command names ;;
    operands)
      case $words[1] in
        show | skip) _arguments '--all[everything]' '--json[print JSON]' '--plain[ask line by line]' '1: :_walkthrough_apps' ;;
        due | status | complete | reset | off | on)
          _arguments '--json[print JSON]' '--updates[only what is new]' '1: :_walkthrough_apps'
          ;;
        check) _arguments '--json[print JSON]' '*:file:_files -g "*.(json|xml)"' ;;
        preview)
          _arguments '--from[as to somebody who saw that version]:version:' \
            '--locale[in that language]:locale:_locales' '--json[print JSON]' '--plain[ask line by line]' \
            '1:file:_files -g "*.(json|xml)"'
          ;;
        postpone) _arguments '1: :_walkthrough_apps' '2:time:(1h 1d 7d)' ;;
        run)
          if ((CURRENT == 2)); then
            _walkthrough_apps
          else
            shift 2 words
            ((CURRENT -= 2))
            _walkthrough_command
          fi
          ;;
      esac
      ;;
  esac
}

_walkthrough "$@"
