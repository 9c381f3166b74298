# A sync of leads that a scheduler starts. VARIANT says what is wrong with it.
require 'json'
require 'net/http'

kept = File.exist?('leads.json') ? JSON.parse(File.read('leads.json')) : []
before = kept.dup
since = File.exist?('since') ? File.read('since') : ''
url = URI("https://graph.facebook.com/v24.0/#{ENV['FB_FORM']}/leads")
url.query = URI.encode_www_form(access_token: ENV['FB_TOKEN'], limit: 25)
first = ENV['VARIANT'] == 'begins again' ? url : nil
while url
  answer = Net::HTTP.get_response(url)
  # Wrong: the leads of the pages before are kept a second time.
  if first && !answer.is_a?(Net::HTTPSuccess)
    url, first = first, nil
    next
  end
  abort answer.code unless answer.is_a?(Net::HTTPSuccess)
  page = JSON.parse(answer.body)
  ids = page['data'].filter { |lead| lead['created_time'] > since }.map { |lead| lead['id'] }
  # Wrong: older leads may not be kept yet if a start before died between two pages.
  known = ENV['VARIANT'] == 'stops at what it knows' && !(ids & kept).empty?
  kept = ENV['VARIANT'] == 'begins again' ? kept + (ids - before) : kept | ids
  File.write('leads.json.new', JSON.generate(kept))
  File.rename('leads.json.new', 'leads.json')
  break if known
  following = page.dig('paging', 'next')
  # Wrong: only the first page is read.
  url = ENV['VARIANT'] == 'reads one page' || following.nil? ? nil : URI(following)
end
# Wrong: a lead may have arrived after its page was read.
File.write('since', Time.now.utc.strftime('%Y-%m-%dT%H:%M:%S+0000')) if ENV['VARIANT'] == 'marks its own time'
