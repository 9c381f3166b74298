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
    .replaceAll('119908831367602', app)
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
  known: [],
  run({ names, configure, write, run, folder }) {
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
