import { globSync } from 'tinyglobby'

/** Every test of some folders. The models in `test/properties` take seconds each, and are left out. */
const everywhere = (...folders) => folders.map((folder) => `test/${folder}/**/*.test.ts`)

const engine = ['test/engine/!(trees).test.ts']
const engineAndUsers = [
  ...everywhere('engine', 'world', 'graph/ledger'),
  'test/hostile/{exports,stores,snapshot-places,snapshots}.test.ts',
  'test/adapters/{control-bounds,log-pages}.test.ts',
]
const service = [
  ...everywhere('areas', 'graph'),
  'test/world/starter-reads.test.ts',
  'test/wire/request.test.ts',
]
const photos = everywhere('areas/photos', 'areas/content')
const posts = everywhere('areas/feed', 'areas/media')
const images = everywhere('areas/ad-images')
const logins =
  'test/areas/beyond/{live-permissions,login,openid,page-fields,page-info,profile-pictures}.test.ts'
const callers = [
  ...everywhere('areas/people', 'graph/caller', 'graph/access'),
  'test/graph/*.test.ts',
  logins,
]
const calls = [
  'test/graph/*.test.ts',
  'test/areas/beyond/{edges-of-ids,field-expansion,fields-not-simulated,ignored-params,live-fields}.test.ts',
  'test/areas/beyond/not-simulated.test.ts',
  'test/areas/platform/root.test.ts',
  'test/areas/people/users.test.ts',
  'test/areas/photos/user-photos.test.ts',
  'test/areas/leads/leads-export.test.ts',
  'test/wire/{request,usage}.test.ts',
]

/**
 * `[files, tests, wider tests]`: the first row whose pattern fits a file names its tests. The tests are few and
 * fast, since each mutant runs those that reach it; the wider ones run for its survivors. A test whose path
 * mirrors that of the file is one of its tests, and so are all tests of a file's area.
 */
const rows = [
  [/^engine\//, engine, engineAndUsers],
  [/^graph\/stubs\//, ['test/world/stubs.test.ts'], service],
  [/^pictures\//, everywhere('pictures'), [...images, 'test/hostile/{pictures,zips}.test.ts']],
  [
    /^areas\/content\/picture-source\.ts$/,
    [...photos, ...posts],
    [...service, 'test/hostile/picture-batches.test.ts'],
  ],
  [/^areas\/(content|photos|feed|media)\//, [...photos, ...posts], service],
  [
    /^areas\/(accounts|ads|campaigns)\//,
    [
      ...everywhere('areas/accounts', 'areas/ads', 'areas/campaigns'),
      'test/areas/beyond/{ads,insights,insight-results,insight-sums}.test.ts',
      ...images,
    ],
    service,
  ],
  [/^areas\/webhooks\//, [...everywhere('areas/webhooks'), 'test/world/trace.test.ts'], service],
  [/^areas\/platform\//, everywhere('areas/platform'), service],
  [/^areas\/leads\//, everywhere('areas/leads', 'areas/platform'), service],
  [/^areas\/people\//, callers, service],
  [/^areas\/[^/]+\.ts$/, calls, service],
  [/^areas\//, [], service],
  [/^graph\/(caller|access)\//, callers, service],
  [/^graph\/ledger\//, [...everywhere('graph/ledger', 'areas/leads'), ...callers], service],
  [
    /^graph\/views\//,
    [
      ...everywhere('graph/views'),
      'test/areas/{threats,ad-images,leads}/*.test.ts',
      'test/areas/beyond/{field-expansion,fields-not-simulated,live-fields}.test.ts',
    ],
    service,
  ],
  [/^graph\/(values|contract)\//, everywhere('graph/values', 'graph/contract'), service],
  [/^graph\//, calls, service],
  [
    /^wire\//,
    ['test/wire/!(large).test.ts', 'test/areas/platform/root.test.ts', ...everywhere('wire/clients')],
    [...everywhere('wire'), 'test/adapters/contract.test.ts'],
  ],
  [
    /^(world|machine)\//,
    [
      ...everywhere('world', 'areas/webhooks'),
      'test/graph/policy.test.ts',
      'test/graph/ledger/faults.test.ts',
      'test/areas/platform/root.test.ts',
      'test/areas/{photos/photos,ad-images/ad-images}-urls.test.ts',
      'test/adapters/{addresses,control,pages}.test.ts',
      ...everywhere('wire/clients'),
    ],
    [...everywhere('wire', 'engine'), 'test/adapters/{contract,fetch}.test.ts'],
  ],
]

/** Files that keep what they computed once: in a reused worker, a mutant would leave its results behind. */
const caching =
  /^(engine\/(values\/canonical|state\/hash|state\/row-check)|graph\/(views\/fields|values\/times)|areas\/(targeting|ads\/result-sums))/

const filesOf = (patterns) => globSync(patterns).sort()

/** The test files for the mutants of a source file, the wider ones for survivors, and the worker to use. */
export function testsFor(source) {
  const path = source.slice('src/'.length)
  const row = rows.find(([pattern]) => pattern.test(path))
  if (!row) throw new Error(`${source}: no row of test/mutants/tests.mjs names its tests`)
  const area = /^areas\/[^/]+\//.exec(path)?.[0]
  const [name] = /[^/]+$/.exec(path.replace(/\.ts$/, '.test.ts'))
  const own = [`test/${path.split('/')[0]}/**/${name}`, ...(area ? [`test/${area}**/*.test.ts`] : [])]
  const tests = filesOf([...row[1], ...own])
  if (tests.length === 0)
    throw new Error(`${source}: its row of test/mutants/tests.mjs names no existing test`)
  return { tests, wider: filesOf(row[2]), worker: caching.test(path) ? 'fresh' : 'reused' }
}
