package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
)

var graph = os.Getenv("FAUXGRAPH_URL") + "/_sim/w/go" // a world of this test

func read(response *http.Response, err error) (answer struct {
	ID      string
	Starter map[string]string
	Error   struct{ Code int }
}) {
	if err == nil {
		defer response.Body.Close()
		err = json.NewDecoder(response.Body).Decode(&answer)
	}
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	names := read(http.Get(graph + "/_sim/world")).Starter
	page, token := graph+"/v26.0/"+names["page"], names["pageToken"]
	photo := read(http.PostForm(page+"/photos", url.Values{
		"url": {"https://img.test/a.png"}, "published": {"false"}, "access_token": {token},
	})).ID
	read(http.Post(graph+"/_sim/clock", "application/json", strings.NewReader(`{"advance":"25h"}`)))
	media := fmt.Sprintf(`[{"media_fbid":"%s"}]`, photo)
	post := read(http.PostForm(page+"/feed", url.Values{
		"message": {"late"}, "attached_media": {media}, "access_token": {token},
	}))
	fmt.Println("refused with code", post.Error.Code)
	// → refused with code 100
}
