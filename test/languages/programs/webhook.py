"""A webhook in Flask that keeps the leads it is told of. VARIANT says what is wrong with it."""
import os
import sqlite3

import requests
from flask import Flask, request

app = Flask(__name__)
variant = os.environ["VARIANT"]


def is_marked(lead):
    with sqlite3.connect("seen.db") as database:
        database.execute("create table if not exists seen (id text primary key)")
        return database.execute("insert or ignore into seen values (?)", (lead,)).rowcount == 0


def take(value):
    # Wrong: the notice comes again if the lead cannot be read, and is marked by then.
    if variant == "marks first" and is_marked(value["leadgen_id"]):
        return
    url = f"https://graph.facebook.com/v24.0/{value['leadgen_id']}"
    response = requests.get(url, params={"access_token": os.environ["FB_TOKEN"]}, timeout=20)
    response.raise_for_status()
    with sqlite3.connect("leads.db") as database:
        # Wrong: a notice may come twice.
        key = "" if variant == "keeps all" else "primary key"
        database.execute(f"create table if not exists leads (id text {key})")
        database.execute("insert or ignore into leads values (?)", (response.json()["id"],))


@app.post("/webhook")
def webhook():
    try:
        for entry in request.json["entry"]:
            # Wrong: a notice may tell of several changes.
            changes = entry["changes"][:1] if variant == "takes one" else entry["changes"]
            for change in changes:
                take(change["value"])
    except requests.RequestException:
        # Wrong: the platform sends again only what was not taken.
        return ("taken", 200) if variant == "swallows errors" else ("later", 503)
    return "taken"


@app.get("/health")
def health():
    return "ok"


app.run(port=int(os.environ["PORT"]))
