// Reads the campaign of a proxy's world with net/http: `fauxgraph proxy -- go run proxied.go`.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func read(url string) (answer struct {
	Name    string
	Starter map[string]string
}) {
	response, err := http.Get(url)
	if err == nil {
		err = json.NewDecoder(response.Body).Decode(&answer)
	}
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	names := read(os.Getenv("FAUXGRAPH_URL") + "/_sim/world").Starter
	query := "?fields=name&access_token=" + names["userToken"]
	fmt.Println(read("https://graph.facebook.com/v26.0/" + names["campaign"] + query).Name)
}
