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
  known: [
    {
      name: /./,
      says: /Class "FacebookAds[^"]*" not found|undefined method|createFromZip/,
      kind: 'own',
      reason: 'the class of the SDK was removed, and its test was not',
    },
    {
      name: /AdImageTest/,
      says: /Object ID must be an integer/,
      kind: 'own',
      reason: 'the SDK refuses ids that are no number, such as those of pictures',
    },
    {
      name: /./,
      says: /special_ad_categories/,
      kind: 'stale',
      reason: 'since version 7.0 a campaign needs special_ad_categories',
    },
    { name: /./, says: /Page Access Token/, kind: 'stale', reason: 'calls on a page need its token' },
    {
      name: /CustomAudience/,
      says: /customer_file_source/,
      kind: 'stale',
      reason: 'since 2018 an audience of customers needs customer_file_source',
    },
    {
      name: /AdAccountTest/,
      says: /POST of an ad account/,
      kind: 'absent',
      reason: 'changes of an ad account are not simulated',
    },
    {
      name: /ProductCatalogTest/,
      says: /AbstractCrudObjectTestCase/,
      kind: 'own',
      reason: 'it expects the event sources of a catalog as an array, and its client returns a cursor',
    },
    {
      name: /Product(Set|Feed)Test/,
      says: /no path can name/,
      kind: 'absent',
      reason: 'product sets and product feeds are listed, and not read by their ids',
    },
    { name: /TargetingSearch/, kind: 'own', reason: 'the SDK makes objects of another class' },
  ],
  async run({ names, act, configure, run, folder }) {
    const business = await act('createBusiness', { name: 'Tests', administrators: [names.user] })
    const settings = {
      app_id: names.app,
      app_secret: names.appSecret,
      access_token: names.userToken,
      business_id: business.id ?? business,
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
