import { readdirSync } from 'node:fs'
import { globSync } from 'tinyglobby'

/** Every test of some folders. The models in `test/properties` take seconds each, and are left out. */
const everywhere = (...folders) => folders.map((folder) => `test/${folder}/**/*.test.ts`)

const areas = (...names) => everywhere(...names.map((name) => `areas/${name}`))

const engine = everywhere('engine', 'world')
const calls = ['test/graph/*.test.ts', 'test/areas/codes.test.ts', 'test/wire/request.test.ts']
const graph = [...everywhere('graph'), ...calls, 'test/world/{starter-reads,webhooks}.test.ts']
const callers = [
  ...everywhere('graph/access', 'graph/caller'),
  'test/graph/authentication.test.ts',
  ...areas('people'),
]

/** The areas whose tests exercise the code of an area, beside its own. */
const otherAreas = {
  accounts: ['ads', 'campaigns'],
  ads: ['campaigns', 'ad-images'],
  campaigns: ['ads'],
  content: ['photos', 'feed', 'media'],
  feed: ['photos'],
  photos: ['feed'],
  platform: ['people'],
}

const areaRow = (name) => [
  new RegExp(`^areas/${name}/`),
  areas(name, ...(otherAreas[name] ?? [])),
  [...graph, ...callers],
]

/**
 * `[files, tests, wider tests]`: the first row whose pattern fits a file names its tests. The tests are few and
 * fast, since each mutant runs those that reach it; the wider ones run for its survivors. A test whose path
 * mirrors that of the file is one of its tests.
 */
const rows = [
  [/^engine\/(base64|canonical|guard|history|recording|ring|snapshot|window)\./, [], engine],
  [/^engine\//, ['test/engine/{tables,clock,machine,canonical,snapshot}.test.ts'], engine],
  [/^pictures\//, everywhere('pictures'), areas('photos', 'ad-images')],
  ...readdirSync('src/areas', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => areaRow(name)),
  [/^areas\//, calls, graph],
  [/^graph\/(access|caller)\//, callers, graph],
  [/^graph\/ledger\//, [...everywhere('graph/ledger'), 'test/areas/leads/rates-of-leads.test.ts'], graph],
  [/^graph\/views\//, [...everywhere('graph/views'), ...areas('leads', 'ad-images', 'threats')], graph],
  [/^graph\/values\//, everywhere('graph/values', 'graph/views'), [...graph, ...areas('feed', 'targeting')]],
  [/^graph\/contract\//, [...everywhere('graph/contract'), ...callers], graph],
  [/^graph\//, calls, graph],
  [
    /^wire\//,
    ['test/wire/{body,form-text,request,usage}.test.ts', ...everywhere('wire/clients')],
    everywhere('wire'),
  ],
  [/^(world\/(webhooks|carrying)|machine\/deliveries)/, ['test/world/{webhooks,carrying}.test.ts'], engine],
  [
    /^(world|machine)\//,
    everywhere('world'),
    [...everywhere('engine', 'wire', 'graph'), 'test/adapters/fetch.test.ts'],
  ],
]

/** Files that keep what they computed once: in a reused worker, a mutant would leave its results behind. */
const caching =
  /^(engine\/(canonical|hash)|graph\/views\/fields|graph\/values\/times|areas\/targeting\/(audience|prepared))/

const filesOf = (patterns) => globSync(patterns).sort()

/** The test files for the mutants of a source file, the wider ones for survivors, and the worker to use. */
export function testsFor(source) {
  const path = source.slice('src/'.length)
  const row = rows.find(([pattern]) => pattern.test(path))
  if (!row) throw new Error(`${source}: no row of test/mutants/tests.mjs names its tests`)
  const tests = filesOf([...row[1], `test/${path.replace(/\.ts$/, '.test.ts')}`])
  if (tests.length === 0)
    throw new Error(`${source}: its row of test/mutants/tests.mjs names no existing test`)
  return { tests, wider: filesOf(row[2]), worker: caching.test(path) ? 'fresh' : 'reused' }
}
