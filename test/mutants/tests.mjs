import { globSync } from 'tinyglobby'

/** Every test of some folders. The models in `test/properties` take seconds each, and are left out. */
const everywhere = (...folders) => folders.map((folder) => `test/${folder}/**/*.test.ts`)

const engine = [...everywhere('engine', 'world'), 'test/hostile/{stores,snapshot-places}.test.ts']
const graph = [
  'test/graph/*.test.ts',
  'test/graph/{actions,endpoints,webhooks}/*.test.ts',
  'test/world/{starter-reads,webhooks}.test.ts',
  'test/wire/request.test.ts',
]
const photos = ['test/graph/endpoints/{photos,user-photos}*.test.ts', 'test/graph/actions/content.test.ts']
const posts = [
  'test/graph/endpoints/{feed,media}*.test.ts',
  'test/graph/endpoints/photos-{scheduling,lifetimes,privacy}.test.ts',
  'test/graph/actions/posts.test.ts',
]
const campaigns = ['test/graph/endpoints/campaigns*.test.ts', 'test/graph/actions/{ads,campaigns}.test.ts']
const images = ['test/graph/endpoints/ad-images*.test.ts', 'test/graph/model/*.test.ts']
const catalog = ['test/graph/endpoints/catalog*.test.ts', 'test/graph/actions/catalog.test.ts']
const leads = [
  'test/graph/endpoints/leads*.test.ts',
  'test/graph/rates-of-leads.test.ts',
  'test/graph/actions/people.test.ts',
]
const threats = ['test/graph/endpoints/threats*.test.ts', 'test/graph/actions/threats.test.ts']
const targeting = [
  'test/graph/endpoints/targeting*.test.ts',
  'test/graph/actions/targeting.test.ts',
  'test/graph/vocabulary/*.test.ts',
  'test/graph/model/text-search.test.ts',
]
const webhooks = [
  'test/graph/webhooks/*.test.ts',
  'test/graph/actions/webhooks.test.ts',
  'test/world/webhooks.test.ts',
]
const callers = [
  'test/graph/endpoints/{users,authorization}.test.ts',
  'test/graph/{auth,authentication,proof,visibility}.test.ts',
  'test/graph/actions/{accounts,platform,people}.test.ts',
]
const calls = [
  'test/graph/*.test.ts',
  'test/graph/endpoints/{root,users,user-photos,leads-export}.test.ts',
  'test/wire/{request,usage}.test.ts',
]

/**
 * `[files, tests, wider tests]`: the first row whose pattern fits a file names its tests. The tests are few and
 * fast, since each mutant runs those that reach it; the wider ones run for its survivors. A test whose path
 * mirrors that of the file is one of its tests.
 */
const rows = [
  [/^engine\/(base64|canonical|guard|recording|window)\./, [], engine],
  [
    /^engine\//,
    [
      'test/engine/{clock,canonical,history,log-entry,machine,memo,ring,schema,snapshot,tables,texts}.test.ts',
      'test/world/history.test.ts',
    ],
    engine,
  ],
  [
    /^graph\/picture\//,
    ['test/graph/picture/*.test.ts'],
    [...images, 'test/hostile/{pictures,zips}.test.ts'],
  ],
  [/^graph\/(webhooks\/|model\/(webhook|lead-notice))/, webhooks, graph],
  [/^graph\/(vocabulary\/campaigns|vocabulary\/objectives)/, campaigns, graph],
  [/^graph\/(vocabulary\/(audiences|countries)|(endpoints|model)\/(targeting|audience))/, targeting, graph],
  [/^graph\/(vocabulary\/letters|model\/(text-search|threat))/, [...threats, ...targeting], graph],
  [/^graph\/.*threat/, threats, graph],
  [
    /^graph\/(vocabulary|endpoints|model)\/.*(catalog|event-s|ingest|product-feed|record-events)/,
    catalog,
    graph,
  ],
  [/^graph\/(vocabulary|endpoints|model)\/.*(attribution|ad-image|zip)/, [...images, ...catalog], graph],
  [/^graph\/(endpoints|model)\/.*lead|^graph\/lead-access/, leads, graph],
  [/^graph\/(endpoints|model)\/.*(photo|picture|profile|privacy)/, [...photos, ...posts], graph],
  [
    /^graph\/(endpoints\/feed|(model|vocabulary)\/.*(post|media|reel|schedule|activity|call-to-action))/,
    [...posts, ...photos],
    graph,
  ],
  [
    /^graph\/(endpoints|model)\/(.*campaign|ad-|ad\.|async|copy|delete|money|new-a|objective|update)/,
    [...campaigns, ...images],
    graph,
  ],
  [/^graph\/(endpoints\/root|define|pipeline|routes|registry|service|fields)/, calls, graph],
  [/^graph\/(endpoints|model|access|auth|ownership|proof|visibility)/, callers, graph],
  [/^graph\/actions\//, everywhere('graph/actions'), graph],
  [/^graph\/(rates|limits)/, ['test/graph/{rates,limits}*.test.ts', ...callers], graph],
  [/^graph\/links/, ['test/graph/{links,paging}.test.ts', ...posts], graph],
  [/^graph\/paging/, ['test/graph/{endpoints/{threats-text,ad-images-listing,leads},paging}.test.ts'], graph],
  [/^graph\//, ['test/graph/*.test.ts'], graph],
  [
    /^wire\//,
    ['test/wire/!(large).test.ts', 'test/graph/endpoints/root.test.ts', ...everywhere('wire/clients')],
    [...everywhere('wire'), 'test/adapters/contract.test.ts'],
  ],
  [/^world\/(webhooks|carrying|deliveries)/, webhooks, everywhere('world', 'graph/webhooks')],
  [
    /^world\//,
    [
      ...everywhere('world'),
      'test/graph/{faults,policy}.test.ts',
      'test/graph/endpoints/{root,photos-urls,ad-images-urls}.test.ts',
      'test/adapters/{addresses,control,pages}.test.ts',
      'test/graph/webhooks/faults.test.ts',
      ...everywhere('wire/clients'),
    ],
    [...everywhere('wire', 'engine'), 'test/adapters/{contract,fetch}.test.ts'],
  ],
]

/** Files that keep what they computed once: in a reused worker, a mutant would leave its results behind. */
const caching = /^(engine\/(canonical|hash)|graph\/(fields|times)|graph\/(model|vocabulary)\/audience)/

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
