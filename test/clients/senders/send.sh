# Sends the requests of a file with curl, and prints a line for each answer: `sh send.sh FILE`.
set -e
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
tab=$(printf '\t')
while IFS="$tab" read -r method url headers body; do
  printf '%s' "$headers" | base64 -d >"$folder/headers"
  set -- -sS -X "$method" -H "@$folder/headers" -o "$folder/answer" -w '%{http_code}'
  if [ "$body" != - ]; then
    printf '%s' "$body" | base64 -d >"$folder/body"
    set -- "$@" --data-binary "@$folder/body"
  fi
  status=$(curl "$@" "$url")
  printf '%s\t%s\n' "$status" "$(base64 -w 0 "$folder/answer")"
done <"$1"
