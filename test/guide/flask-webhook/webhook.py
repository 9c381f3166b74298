import hashlib
import hmac
import os
import sqlite3

import requests
from flask import Flask, abort, request

app = Flask(__name__)
with sqlite3.connect("leads.db") as database:
    database.execute("create table if not exists leads (id text primary key)")


def keep(lead):
    url = f"https://graph.facebook.com/v24.0/{lead}"
    response = requests.get(url, params={"access_token": os.environ["FB_TOKEN"]}, timeout=20)
    response.raise_for_status()
    with sqlite3.connect("leads.db") as database:
        database.execute("insert or ignore into leads values (?)", (response.json()["id"],))


@app.post("/webhook")
def notice():
    digest = hmac.new(os.environ["APP_SECRET"].encode(), request.get_data(), hashlib.sha256)
    signature = request.headers.get("X-Hub-Signature-256", "")
    if not hmac.compare_digest(f"sha256={digest.hexdigest()}", signature):
        abort(403)
    for entry in request.json["entry"]:
        for change in entry["changes"]:
            keep(change["value"]["leadgen_id"])
    return "taken"


@app.get("/health")
def health():
    return "ok"


app.run(port=int(os.environ["PORT"]))
