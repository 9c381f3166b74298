# Reads the campaign of a proxy's world with the standard library, and with `requests` if it is installed.
import json, os, sys, urllib.request

world = json.load(urllib.request.urlopen(os.environ['FAUXGRAPH_URL'] + '/_sim/world'))['starter']
url = f"https://graph.facebook.com/v26.0/{world['campaign']}?fields=name&access_token={world['userToken']}"
if sys.argv[1] == 'requests':
    import requests
    print(requests.get(url).json()['name'])
else:
    print(json.load(urllib.request.urlopen(url))['name'])
