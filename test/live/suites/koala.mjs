import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRspec } from '../readers.mjs'

/** The suite needs psych before 4, as its Gemfile says: later ones take the options of safe_load by name. */
const prelude = `require 'yaml'
module PsychBefore4
  def safe_load(yaml, *places, **options)
    names = %i[permitted_classes permitted_symbols aliases filename]
    super(yaml, **names.zip(places).reject { |_, value| value.nil? }.to_h, **options)
  end
end
YAML.singleton_class.prepend(PsychBefore4)

# Faraday before 2 has this adapter without a file of its own.
begin
  require 'faraday/net_http'
rescue LoadError
  $LOAD_PATH << File.join(__dir__, 'adapters')
end
`

const film = 'spec/fixtures/cat.m4v'

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
    configure('spec/fixtures/facebook_data.yml', (text) =>
      text
        .replace(/^( {2}app_id:).*/m, `$1 ${names.app}`)
        .replace(/^( {2}secret:).*/m, `$1 ${names.appSecret}`)
        .replace(/^( {2}app_access_token:).*/m, `$1 "${names.app}|${names.appSecret}"`),
    )
    write('prelude.rb', prelude)
    // The suite loads its adapter as two files of this name.
    write('net_http.rb', "require 'net/http'\n")
    mkdirSync(join(folder, 'adapters/faraday'), { recursive: true })
    write('adapters/faraday/net_http.rb', "require 'faraday'\n")
    // A clone may lack large files. The film is sent, and never read.
    if (!existsSync(join(folder, film))) write(film, 'a film')
    const command = ['rspec', '-I', '.', '-r', './prelude.rb', '--format', 'json', '--out', 'results.json']
    run(command, { env: { LIVE: 'true', ADAPTER: 'net_http' } })
    return readRspec(readFileSync(join(folder, 'results.json'), 'utf8'))
  },
}
