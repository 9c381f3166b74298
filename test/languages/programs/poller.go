// A poller of leads that a scheduler starts. VARIANT says what is wrong with it.
package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"time"
)

type page struct {
	Data   []struct{ ID string }
	Paging struct{ Next string }
}

func save(kept map[string]bool) {
	ids := []string{}
	for id := range kept {
		ids = append(ids, id)
	}
	text, _ := json.Marshal(ids)
	os.WriteFile("leads.json.new", text, 0o644)
	os.Rename("leads.json.new", "leads.json")
}

func main() {
	variant := os.Getenv("VARIANT")
	kept := map[string]bool{}
	var before []string
	if text, err := os.ReadFile("leads.json"); err == nil && json.Unmarshal(text, &before) == nil {
		for _, id := range before {
			kept[id] = true
		}
	}
	query := url.Values{"access_token": {os.Getenv("FB_TOKEN")}}
	next := "https://graph.facebook.com/v24.0/" + os.Getenv("FB_FORM") + "/leads?" + query.Encode()
	client := http.Client{Timeout: 20 * time.Second}
	for next != "" {
		answer, err := client.Get(next)
		if err != nil || answer.StatusCode != 200 {
			os.Exit(1)
		}
		var read page
		err = json.NewDecoder(answer.Body).Decode(&read)
		answer.Body.Close()
		if err != nil {
			os.Exit(1)
		}
		known := false
		for _, lead := range read.Data {
			known = known || kept[lead.ID]
			kept[lead.ID] = true
		}
		save(kept)
		next = read.Paging.Next
		// Wrong: older leads may not be kept yet if a start before died between two pages.
		if variant == "stops at what it knows" && known {
			next = ""
		}
		// Wrong: only the first page is read.
		if variant == "reads one page" {
			next = ""
		}
	}
}
