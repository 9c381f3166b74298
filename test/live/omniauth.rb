# Logs a person in with omniauth-facebook, as an application does: ruby -I lib omniauth.rb. It prints the id and
# the name that the strategy found, as JSON.
require 'json'
require 'rack'
require 'rack/mock'
require 'omniauth'
require 'omniauth-facebook'
require 'net/http'

OmniAuth.config.allowed_request_methods = %i[get post]
OmniAuth.config.silence_get_warning = true
OmniAuth.config.request_validation_phase = nil
app = Rack::Builder.new do
  use Rack::Session::Cookie, secret: 'x' * 64
  use OmniAuth::Builder do
    provider :facebook, ENV.fetch('FACEBOOK_APP_ID'), ENV.fetch('FACEBOOK_SECRET')
  end
  run(lambda do |env|
    found = env['omniauth.auth'] || { 'error' => env['omniauth.error'].to_s }
    [200, {}, [JSON.generate({ 'id' => found['uid'], 'name' => found.dig('info', 'name'), 'error' => found['error'] })]]
  end)
end

browser = Rack::MockRequest.new(app)
origin = 'https://client.test'
asked = browser.get("#{origin}/auth/facebook")
dialog = Net::HTTP.get_response(URI(asked['Location']))
abort "The login dialog answered #{dialog.code}: #{dialog.body}" unless dialog['Location']
cookie = asked['Set-Cookie'].to_s.split(';').first
back = browser.get(dialog['Location'], 'HTTP_COOKIE' => cookie)
puts(back['Location'] ? JSON.generate({ 'error' => back['Location'] }) : back.body)
