import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTeamcity } from '../readers.mjs'

const phpunit = () => execFileSync('sh', ['-c', 'command -v phpunit'], { encoding: 'utf8' }).trim()

const prelude = fileURLToPath(new URL('../phpunit.php', import.meta.url))
const tests = 'FacebookAdsTest/Object'

/** Runs the tests of a file in a process of its own: a file that PHP refuses to load would end the others. */
function runFile(run, name) {
  const php = ['php', '-d', `auto_prepend_file=${prelude}`, phpunit(), '-c', 'phpunit.xml', '--no-coverage']
  const options = ['--teamcity', '--dont-report-useless-tests']
  const output = run([...php, ...options, `${tests}/${name}`], { cwd: 'test' })
  const found = readTeamcity(output)
  return found.length > 0 ? found : [{ test: name, result: 'failed', message: output }]
}

export const suite = {
  name: 'php-business-sdk',
  repository: 'facebook/facebook-php-business-sdk',
  commit: '38288dd7bb05aeb0516201d5b319556c6b7da149',
  needs: {
    'command -v phpunit': 'PHPUnit 9',
    'command -v composer': 'Composer',
    'php -r "require \'GuzzleHttp/autoload.php\';"': 'Guzzle in the include path of PHP',
  },
  known: [],
  run({ names, configure, run, folder }) {
    const settings = {
      app_id: names.app,
      app_secret: names.appSecret,
      access_token: names.userToken,
      business_id: names.business ?? '1',
      act_id: `act_${names.adAccount}`,
      act_timezone: 'UTC',
      page_id: names.page,
      app_url: 'https://client.test/',
      instagram_actor_id: names.instagramAccount ?? '1',
    }
    configure('test/config.php', (text) =>
      Object.entries(settings).reduce(
        (changed, [key, value]) => changed.replace(`'${key}' => ''`, `'${key}' => '${value}'`),
        text,
      ),
    )
    run(['composer', 'dump-autoload', '--quiet'])
    // The client passes a list of authorities of its own to curl; the bundle of the proxy takes its place.
    configure('fb_ca_chain_bundle.crt', () => readFileSync(process.env['SSL_CERT_FILE'], 'utf8'))
    const files = readdirSync(join(folder, 'test', tests)).filter((name) => name.endsWith('Test.php'))
    for (const name of files)
      configure(join('test', tests, name), (text) =>
        text.replace(/(function (?:setup|tearDown)\(\)) \{/g, '$1: void {'),
      )
    return files.flatMap((name) => runFile(run, name))
  },
}
