# Sends the requests of a file with Net::HTTP, and prints a line for each answer: `ruby send.rb FILE`.
require 'base64'
require 'net/http'

File.foreach(ARGV[0], chomp: true) do |line|
  method, url, headers, body = line.split("\t")
  uri = URI(url)
  named = Base64.strict_decode64(headers).lines(chomp: true).to_h { |header| header.split(': ', 2) }
  request = Net::HTTPGenericRequest.new(method, body != '-', true, uri.request_uri, named)
  request.body = Base64.strict_decode64(body) if body != '-'
  answer = Net::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(request) }
  puts "#{answer.code}\t#{Base64.strict_encode64(answer.body.to_s)}"
end
