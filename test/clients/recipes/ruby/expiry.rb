require "json"
require "net/http"

GRAPH = ENV.fetch("FAUXGRAPH_URL", "http://127.0.0.1:8080") + "/_sim/w/ruby" # a world of this test

def post(path, fields)
  JSON.parse(Net::HTTP.post_form(URI(GRAPH + path), fields).body)
end

page, token = JSON.parse(Net::HTTP.get(URI("#{GRAPH}/_sim/world")))["starter"].values_at("page", "pageToken")
photo = post("/v26.0/#{page}/photos", url: "https://img.test/a.png", published: false, access_token: token)["id"]
Net::HTTP.post(URI("#{GRAPH}/_sim/clock"), '{"advance":"25h"}', "content-type" => "application/json")
media = [{ media_fbid: photo }].to_json
answer = post("/v26.0/#{page}/feed", message: "late", attached_media: media, access_token: token)
puts "refused with code #{answer["error"]["code"]}"
# → refused with code 100
