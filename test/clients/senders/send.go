// Sends the requests of a file with net/http, and prints a line for each answer: `go run send.go FILE`.
package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func send(line string) {
	parts := strings.Split(line, "\t")
	var body io.Reader
	if parts[3] != "-" {
		decoded, err := base64.StdEncoding.DecodeString(parts[3])
		check(err)
		body = bytes.NewReader(decoded)
	}
	request, err := http.NewRequest(parts[0], parts[1], body)
	check(err)
	headers, err := base64.StdEncoding.DecodeString(parts[2])
	check(err)
	for _, header := range strings.Split(string(headers), "\n") {
		if name, value, found := strings.Cut(header, ": "); found {
			request.Header.Set(name, value)
		}
	}
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	check(err)
	fmt.Printf("%d\t%s\n", answer.StatusCode, base64.StdEncoding.EncodeToString(content))
}

func main() {
	file, err := os.ReadFile(os.Args[1])
	check(err)
	for _, line := range strings.Split(strings.TrimRight(string(file), "\n"), "\n") {
		send(line)
	}
}
