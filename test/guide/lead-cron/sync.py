import os
import sqlite3
import time

import requests

database = sqlite3.connect("leads.db")
database.execute("create table if not exists leads (id text primary key, email text)")
database.execute("create table if not exists marks (since integer)")
row = database.execute("select since from marks").fetchone()
since = row[0] if row else 0

leads = []
url = f"https://graph.facebook.com/v24.0/{os.environ['FB_FORM']}/leads"
params = {
    "access_token": os.environ["FB_TOKEN"],
    "filtering": '[{"field":"time_created","operator":"GREATER_THAN_OR_EQUAL","value":%d}]' % since,
}
while url:
    response = requests.get(url, params=params, timeout=20)
    response.raise_for_status()
    page = response.json()
    leads += page["data"]
    url, params = page.get("paging", {}).get("next"), None

with database:
    for lead in leads:
        email = next((field["values"][0] for field in lead["field_data"] if field["name"] == "email"), None)
        database.execute("insert or ignore into leads values (?, ?)", (lead["id"], email))
    database.execute("delete from marks")
    database.execute("insert into marks values (?)", (int(time.time()),))
