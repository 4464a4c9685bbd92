export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** Each asks `reprise __complete` with the words up to the cursor. None evaluates what it gets. */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# reprise completion for bash. In ~/.bashrc: source <(reprise completion bash)
_reprise() {
  local rest="$COMP_LINE" word index kind value about last part cur prefix
  local -a words=() values=() abouts=()
  # Bash splits words at : and = as well: join what has no space between.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ -z $word ]]; then
      [[ \${COMP_LINE:COMP_POINT-1:1} == [[:space:]] ]] && words+=("")
      continue
    fi
    part="\${rest%%"$word"*}"
    rest="\${rest#*"$word"}"
    last=$((\${#words[@]} - 1))
    if ((last < 0)) || [[ $part == *[[:space:]]* ]]; then words+=("$word"); else words[last]+="$word"; fi
  done
  cur="\${words[\${#words[@]}-1]}"
  prefix="\${cur%"\${cur##*[:=]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r value about; do
    if [[ -z $kind ]]; then kind="$value"; continue; fi
    values+=("\${value#"$prefix"}")
    abouts+=("$about")
  done < <(command reprise __complete "\${words[@]:1}" 2>/dev/null)
  case $kind in
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "\${cur#"$prefix"}"); return ;;
    folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "\${cur#"$prefix"}"); return ;;
  esac
  compopt -o nosort 2>/dev/null
  # With several, Bash only lists them: their meaning may stand beside.
  for index in "\${!values[@]}"; do
    if ((\${#values[@]} > 1)) && [[ $COMP_TYPE != 37 && -n \${abouts[index]} ]]; then
      COMPREPLY+=("\${values[index]}  (\${abouts[index]})")
    else
      COMPREPLY+=("\${values[index]}")
    fi
  done
}
complete -F _reprise reprise
`,
  zsh: `#compdef reprise
# reprise completion for zsh. In ~/.zshrc, after compinit: source <(reprise completion zsh)
_reprise() {
  local kind line tab=$'\\t'
  local -a lines values shown
  lines=("\${(@f)$(command reprise __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  kind="$lines[1]"
  case $kind in
    files) compset -P '--*='; _files; return ;;
    folders) compset -P '--*='; _files -/; return ;;
  esac
  for line in "\${(@)lines[2,-1]}"; do
    [[ -n $line ]] || continue
    values+=("\${line%%$tab*}")
    shown+=("\${line%%$tab*}  \${line#*$tab}")
  done
  ((\${#values})) && compadd -l -V reprise -d shown -a values
}
if [[ $funcstack[1] == _reprise ]]; then _reprise "$@"; else compdef _reprise reprise; fi
`,
  fish: `# reprise completion for fish: reprise completion fish > ~/.config/fish/completions/reprise.fish
function __reprise_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines (command reprise __complete $words[2..-1] 2>/dev/null)
    switch "$lines[1]"
        case files
            __fish_complete_path (commandline -ct)
        case folders
            __fish_complete_directories (commandline -ct)
        case '*'
            for line in $lines[2..-1]
                printf '%s\\n' $line
            end
    end
end
complete -c reprise -f -k -a '(__reprise_complete)'
`,
};
