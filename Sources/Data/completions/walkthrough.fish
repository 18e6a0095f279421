# Completes walkthrough(1) in fish.

function __walkthrough_apps
    # Ids are made of letters, digits and . _ - alone.
    walkthrough list 2>/dev/null | string replace --regex ' .*' ''
end

# The words that are no options, without the program's name and the one that is being typed.
function __walkthrough_words
    set --local words (commandline --tokenize --cut-at-cursor --current-process)
    string match --invert -- '-*' $words[2..]
end

function __walkthrough_is_after
    set --local words (__walkthrough_words)
    test (count $words) -eq $argv[1]; and contains -- "$words[1]" $argv[2..]
end

complete --command walkthrough --no-files
complete --command walkthrough --long-option json --description 'print JSON'
complete --command walkthrough --long-option plain --description 'ask line by line'
complete --command walkthrough --long-option updates --description 'only what is new'
complete --command walkthrough --long-option all --description 'everything' \
    --condition 'contains -- (__walkthrough_words)[1] show skip'
complete --command walkthrough --long-option help --short-option h --description 'say what there is'
complete --command walkthrough --long-option version --description 'print the version'

set --local first 'test (count (__walkthrough_words)) -eq 0'
complete --command walkthrough --condition $first --arguments show --description 'show what is due of one app'
complete --command walkthrough --condition $first --arguments due --description 'is it due?'
complete --command walkthrough --condition $first --arguments list --description 'list the apps known'
complete --command walkthrough --condition $first --arguments status --description 'say why'
complete --command walkthrough --condition $first --arguments complete --description 'remember it as gone through'
complete --command walkthrough --condition $first --arguments skip --description 'remember it as declined'
complete --command walkthrough --condition $first --arguments postpone --description 'ask again later'
complete --command walkthrough --condition $first --arguments reset --description 'forget what was seen'
complete --command walkthrough --condition $first --arguments off --description 'show nothing of it'
complete --command walkthrough --condition $first --arguments on --description 'show it again'
complete --command walkthrough --condition $first --arguments run --description 'show, then become the command'
complete --command walkthrough --condition $first --arguments monitor --description 'print what changes'
complete --command walkthrough --condition $first --arguments greet --description 'tell once what is new'
complete --command walkthrough --condition $first --arguments new --description 'write a manifest to begin with'
complete --command walkthrough --condition $first --arguments check --description 'say what is wrong with manifests'
complete --command walkthrough --condition $first --arguments preview --description 'show a manifest'

complete --command walkthrough --force-files --condition 'contains -- (__walkthrough_words)[1] check preview'
complete --command walkthrough --exclusive --long-option from --description 'as to somebody who saw that version' \
    --condition 'contains -- (__walkthrough_words)[1] preview'
complete --command walkthrough --exclusive --long-option locale --description 'in that language' \
    --condition 'contains -- (__walkthrough_words)[1] preview'
complete --command walkthrough --arguments '(__walkthrough_apps)' \
    --condition '__walkthrough_is_after 1 show due status complete skip postpone reset off on run'
complete --command walkthrough --arguments '1h 1d 7d' --condition '__walkthrough_is_after 2 postpone'
complete --command walkthrough --condition 'contains -- (__walkthrough_words)[1] run; and test (count (__walkthrough_words)) -ge 2' \
    --arguments '(__fish_complete_command)'
