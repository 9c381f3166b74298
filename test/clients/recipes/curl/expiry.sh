#!/bin/sh
set -eu
graph="${FAUXGRAPH_URL:-http://127.0.0.1:8080}/_sim/w/curl" # a world of this test
member() { sed -E "s/.*\"$1\":\"?([^\",}]+).*/\1/"; }

world=$(curl -sS "$graph/_sim/world")
page=$(echo "$world" | member page)
token=$(echo "$world" | member pageToken)

photo=$(curl -sS "$graph/v26.0/$page/photos" -d url=https://img.test/a.png -d published=false \
  -d "access_token=$token" | member id)
curl -sS "$graph/_sim/clock" -H 'content-type: application/json' -d '{"advance":"25h"}' -o /dev/null
code=$(curl -sS "$graph/v26.0/$page/feed" -d message=late -d "attached_media=[{\"media_fbid\":\"$photo\"}]" \
  -d "access_token=$token" | member code)
echo "refused with code $code"
# → refused with code 100
