import json
import os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

graph = os.environ.get("FAUXGRAPH_URL", "http://127.0.0.1:8080") + "/_sim/w/python"  # a world of this test


def call(path, body=None, headers={}):
    try:
        return json.load(urlopen(Request(graph + path, body and body.encode(), headers)))
    except HTTPError as error:
        return json.load(error)


names = call("/_sim/world")["starter"]
page, token = names["page"], names["pageToken"]
fields = {"url": "https://img.test/a.png", "published": "false", "access_token": token}
photo = call(f"/v26.0/{page}/photos", urlencode(fields))["id"]
call("/_sim/clock", json.dumps({"advance": "25h"}), {"content-type": "application/json"})
media = json.dumps([{"media_fbid": photo}])
post = call(f"/v26.0/{page}/feed", urlencode({"message": "late", "attached_media": media, "access_token": token}))
print("refused with code", post["error"]["code"])
# → refused with code 100
