# Reads the campaign of a proxy's world with net/http: `fauxgraph proxy -- ruby proxied.rb`.
require "json"
require "net/http"

world = JSON.parse(Net::HTTP.get(URI("#{ENV.fetch("FAUXGRAPH_URL")}/_sim/world")))
campaign, token = world["starter"].values_at("campaign", "userToken")
url = URI("https://graph.facebook.com/v26.0/#{campaign}?fields=name&access_token=#{token}")
puts JSON.parse(Net::HTTP.get(url))["name"]
