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
	Data []struct {
		ID   string
		Time string `json:"created_time"`
	}
	Paging struct{ Next string }
}

func save(kept []string) {
	text, _ := json.Marshal(kept)
	os.WriteFile("leads.json.new", text, 0o644)
	os.Rename("leads.json.new", "leads.json")
}

func contains(ids []string, id string) bool {
	for _, one := range ids {
		if one == id {
			return true
		}
	}
	return false
}

func main() {
	variant := os.Getenv("VARIANT")
	kept := []string{}
	if text, err := os.ReadFile("leads.json"); err == nil && json.Unmarshal(text, &kept) != nil {
		os.Exit(1)
	}
	before := kept
	since, _ := os.ReadFile("since")
	query := url.Values{"access_token": {os.Getenv("FB_TOKEN")}}
	next := "https://graph.facebook.com/v24.0/" + os.Getenv("FB_FORM") + "/leads?" + query.Encode()
	again := next
	client := http.Client{Timeout: 20 * time.Second}
	for next != "" {
		answer, err := client.Get(next)
		if err != nil || answer.StatusCode != 200 {
			// Wrong: the leads of the pages before are kept a second time.
			if variant == "begins again" && again != "" {
				next, again = again, ""
				continue
			}
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
			if lead.Time <= string(since) {
				continue
			}
			isKept := contains(kept, lead.ID)
			known = known || isKept
			if !isKept || variant == "begins again" && !contains(before, lead.ID) {
				kept = append(kept, lead.ID)
			}
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
	// Wrong: a lead may have arrived after its page was read.
	if variant == "marks its own time" {
		os.WriteFile("since", []byte(time.Now().UTC().Format("2006-01-02T15:04:05+0000")), 0o644)
	}
}
