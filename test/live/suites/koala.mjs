import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRspec } from '../readers.mjs'

const prelude = fileURLToPath(new URL('../koala.rb', import.meta.url))
const film = 'spec/fixtures/cat.m4v'

const hmac = (secret, text) => createHmac('sha256', secret).update(text).digest('base64url')

/** Signs a cookie of the time before signed requests: the parts in order, then the secret. */
function signedCookie(parts, secret) {
  const lines = parts.split('&').filter((part) => !part.startsWith('sig='))
  const signature = createHash('md5')
    .update(`${lines.sort().join('')}${secret}`)
    .digest('hex')
  return `"${[...lines, `sig=${signature}`].join('&')}"`
}

/** Sets the app in the data of the suite, and signs the data anew with its secret. */
const forApp = (text, { app, appSecret }) =>
  text
    .replace(/^( {2}app_id:).*/m, `$1 ${app}`)
    .replace(/^( {2}secret:).*/m, `$1 ${appSecret}`)
    .replace(/^( {2}app_access_token:).*/m, `$1 "${app}|${appSecret}"`)
    .replaceAll(/(fbsr?_)119908831367602/g, `$1${app}`)
    .replaceAll(/"[\w-]{43}\.([\w-]+)"/g, (_, payload) => `"${hmac(appSecret, payload)}.${payload}"`)
    .replaceAll(/'"(access_token=[^"]*&sig=[^"]*)"'/g, (_, parts) => `'${signedCookie(parts, appSecret)}'`)

export const suite = {
  name: 'koala',
  repository: 'arsduo/koala',
  commit: '47d052063ef8b5644fb59e279da0b52687999f55',
  needs: {
    'ruby -e "%w[rspec faraday addressable webmock vcr simplecov].each { |name| require name }"':
      'Ruby with rspec, faraday, addressable, webmock, vcr and simplecov',
  },
  known: [
    {
      name: /make_request uses the/,
      says: /uninitialized constant Faraday::Multipart/,
      kind: 'own',
      reason: 'it needs Faraday 1.9 or later',
    },
    {
      name: /debug headers|no rate limit hook is defined/,
      kind: 'own',
      reason: 'it compares the words of another version of the JSON parser',
    },
    {
      name: /appsecret_proof option is enabled by default/,
      kind: 'own',
      reason: 'it fails without a service too',
    },
    {
      name: /next page of a test accounts/,
      kind: 'own',
      reason: 'it calls version 2.8, and needs more test users than one page has',
    },
    { name: /proper token string/, kind: 'stale', reason: 'since version 2.3 a token is answered as JSON' },
    {
      name: /./,
      says: /If posting to a group|publish_actions/,
      kind: 'stale',
      reason: 'people cannot publish posts or photos through the API since April 2018',
    },
    { name: /put_video/, kind: 'stale', reason: 'apps cannot publish videos of people since April 2018' },
    {
      name: /information about an access token/,
      kind: 'stale',
      reason: 'debug_token needs a token of the app, or of one of its developers',
    },
    {
      name: /gets private data about a user|gets data about .me./,
      kind: 'stale',
      reason: 'people have no updated_time by default since version 2.4 selects fields',
    },
    {
      name: /not given installed/,
      kind: 'stale',
      reason: 'a test user who has not installed the app has no token',
    },
    {
      name: /Page$|multiple objects|search|paging through/,
      says: /Page Public Content Access/,
      kind: 'stale',
      reason: 'pages of others need the feature Page Public Content Access',
    },
    {
      name: /./,
      says: /edge "events" of a page/,
      kind: 'absent',
      reason: 'events of a page are not simulated',
    },
    {
      name: /RealtimeUpdates/,
      kind: 'absent',
      reason: 'the handshake of a subscription comes after its answer',
    },
    {
      name: /batch mode/,
      says: /app_event_types|Unsupported get/,
      kind: 'absent',
      reason: 'app_event_types is not simulated',
    },
    { name: /set_app_restrictions/, kind: 'absent', reason: 'restrictions of an app are not simulated' },
    {
      name: /access connections from users/,
      says: /Requires a user token of this person/,
      kind: 'stale',
      reason: 'since version 2.0 the likes of a person are read with their own token',
    },
  ],
  async run({ names, act, configure, write, run, folder }) {
    await act('createPage', { name: 'Facebook', username: 'facebook', administrators: [names.user] })
    configure('spec/fixtures/facebook_data.yml', (text) => forApp(text, names))
    // The suite loads its adapter as two files of this name.
    write('net_http.rb', "require 'net/http'\n")
    mkdirSync(join(folder, 'adapters/faraday'), { recursive: true })
    write('adapters/faraday/net_http.rb', "require 'faraday'\n")
    // A clone may lack large files. The film is sent, and never read.
    if (!existsSync(join(folder, film))) write(film, 'a film')
    const command = ['rspec', '-I', '.', '-r', prelude, '--format', 'json', '--out', 'results.json']
    run(command, { env: { LIVE: 'true', ADAPTER: 'net_http' } })
    return readRspec(readFileSync(join(folder, 'results.json'), 'utf8'))
  },
}
