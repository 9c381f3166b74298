import { globSync } from 'tinyglobby'

/** Every test of some folders. The models in `test/properties` take seconds each, and are left out. */
const everywhere = (...folders) => folders.map((folder) => `test/${folder}/**/*.test.ts`)

const engine = ['test/engine/!(trees).test.ts']
const engineAndUsers = [
  ...everywhere('engine', 'world', 'service/ledger'),
  'test/hostile/{exports,stores,snapshot-places,snapshots}.test.ts',
  'test/server/{control-bounds,log-pages}.test.ts',
]
const service = [
  ...everywhere('chapters', 'service'),
  'test/world/starter-reads.test.ts',
  'test/machine/wire/request.test.ts',
]
const photos = everywhere('chapters/photos', 'chapters/content')
const posts = everywhere('chapters/feed', 'chapters/media')
const images = everywhere('chapters/ad-images')
const logins =
  'test/chapters/beyond/{live-permissions,login,openid,page-fields,page-info,profile-pictures}.test.ts'
const callers = [
  ...everywhere('chapters/people', 'service/caller', 'service/access'),
  'test/service/*.test.ts',
  logins,
]
const calls = [
  'test/service/*.test.ts',
  'test/chapters/beyond/{edges-of-ids,field-expansion,fields-not-simulated,ignored-params,live-fields}.test.ts',
  'test/chapters/beyond/not-simulated.test.ts',
  'test/chapters/platform/root.test.ts',
  'test/chapters/people/users.test.ts',
  'test/chapters/photos/user-photos.test.ts',
  'test/chapters/leads/leads-export.test.ts',
  'test/machine/wire/{request,usage}.test.ts',
]

/**
 * `[files, tests, wider tests]`: the first row whose pattern fits a file names its tests. The tests are few and
 * fast, since each mutant runs those that reach it; the wider ones run for its survivors. A test whose path
 * mirrors that of the file is one of its tests, and so are all tests of a file's chapter.
 */
const rows = [
  [/^engine\//, engine, engineAndUsers],
  [/^service\/stubs\//, ['test/world/stubs.test.ts'], service],
  [
    /^chapters\/(insights\/|media\/new-media|[\w-]+\/(objects|albums|videos|posts|replies|login)\/)/,
    everywhere('chapters/beyond'),
    service,
  ],
  [
    /^chapters\/pictures\//,
    everywhere('chapters/pictures'),
    [...images, 'test/hostile/{pictures,zips}.test.ts'],
  ],
  [
    /^chapters\/content\/picture-source\.ts$/,
    [...photos, ...posts],
    [...service, 'test/hostile/picture-batches.test.ts'],
  ],
  [/^chapters\/(content|photos|feed|media)\//, [...photos, ...posts], service],
  [
    /^chapters\/(accounts|ads|campaigns)\//,
    [
      ...everywhere('chapters/accounts', 'chapters/ads', 'chapters/campaigns'),
      'test/chapters/beyond/{ads,insights,insight-results,insight-sums}.test.ts',
      ...images,
    ],
    service,
  ],
  [/^chapters\/webhooks\//, [...everywhere('chapters/webhooks'), 'test/world/trace.test.ts'], service],
  [
    /^chapters\/platform\/batch-dependencies\.ts$/,
    ['test/machine/wire/batch*.test.ts'],
    [...everywhere('machine/wire'), ...service],
  ],
  [/^chapters\/platform\//, everywhere('chapters/platform'), service],
  [/^chapters\/leads\//, everywhere('chapters/leads', 'chapters/platform'), service],
  [/^chapters\/people\//, callers, service],
  [/^chapters\/[^/]+\.ts$/, calls, service],
  [/^chapters\//, [], service],
  [/^service\/(caller|access)\//, callers, service],
  [
    /^service\/ledger\/(call-limit|faults)\.ts$/,
    [
      'test/service/ledger/*.test.ts',
      'test/machine/wire/{usage,used-up}.test.ts',
      'test/world/{faults,page-faults}.test.ts',
      'test/chapters/webhooks/faults.test.ts',
    ],
    service,
  ],
  [/^service\/ledger\//, [...everywhere('service/ledger', 'chapters/leads'), ...callers], service],
  [
    /^service\/views\//,
    [
      ...everywhere('service/views'),
      'test/chapters/{threats,ad-images,leads}/*.test.ts',
      'test/chapters/beyond/{field-expansion,fields-not-simulated,live-fields}.test.ts',
    ],
    service,
  ],
  [/^service\/(values|contract)\//, everywhere('service/values', 'service/contract'), service],
  [/^service\//, calls, service],
  [
    /^machine\/wire\//,
    [
      'test/machine/wire/!(large).test.ts',
      'test/chapters/platform/root.test.ts',
      ...everywhere('machine/wire/clients'),
    ],
    [...everywhere('machine/wire'), 'test/server/contract.test.ts'],
  ],
  [
    /^(world|machine)\//,
    [
      ...everywhere('world', 'chapters/webhooks'),
      'test/service/policy.test.ts',
      'test/service/ledger/faults.test.ts',
      'test/chapters/platform/root.test.ts',
      'test/chapters/{photos/photos,ad-images/ad-images}-urls.test.ts',
      'test/server/{addresses,control,pages}.test.ts',
      ...everywhere('machine/wire/clients'),
    ],
    [...everywhere('machine/wire', 'engine'), 'test/server/{contract,fetch}.test.ts'],
  ],
]

/** Files that keep what they computed once: in a reused worker, a mutant would leave its results behind. */
const caching =
  /^(engine\/(values\/canonical|state\/hash|state\/row-check)|service\/(views\/fields|values\/times)|chapters\/(targeting|ads\/result-sums))/

const filesOf = (patterns) => globSync(patterns).sort()

/** The test files for the mutants of a source file, the wider ones for survivors, and the worker to use. */
export function testsFor(source) {
  const path = source.slice('src/'.length)
  const row = rows.find(([pattern]) => pattern.test(path))
  if (!row) throw new Error(`${source}: no row of test/mutants/tests.mjs names its tests`)
  const chapter = /^chapters\/[^/]+\//.exec(path)?.[0]
  const [name] = /[^/]+$/.exec(path.replace(/\.ts$/, '.test.ts'))
  const own = [`test/${path.split('/')[0]}/**/${name}`, ...(chapter ? [`test/${chapter}**/*.test.ts`] : [])]
  const tests = filesOf([...row[1], ...own])
  if (tests.length === 0)
    throw new Error(`${source}: its row of test/mutants/tests.mjs names no existing test`)
  return { tests, wider: filesOf(row[2]), worker: caching.test(path) ? 'fresh' : 'reused' }
}
