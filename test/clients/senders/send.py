"""Sends the requests of a file with urllib, and prints a line for each answer: `python3 send.py FILE`."""
import base64
import sys
import urllib.error
import urllib.request

for line in open(sys.argv[1]):
    method, url, headers, body = line.rstrip("\n").split("\t")
    data = None if body == "-" else base64.b64decode(body)
    request = urllib.request.Request(url, data=data, method=method)
    for header in base64.b64decode(headers).decode().splitlines():
        request.add_header(*header.split(": ", 1))
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    print(response.status, base64.b64encode(response.read()).decode(), sep="\t")
