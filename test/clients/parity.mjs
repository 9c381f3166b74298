/**
 * Compares recorded answers of the live service with answers of a world that has equal facts:
 *
 *   npm run check -- parity --python-facebook FOLDER --restfb FOLDER --koala FOLDER --exfacebook FOLDER --g5 FOLDER
 *     --fb_graph2 FOLDER
 *
 * The folders are checkouts of the public repositories sns-sdks/python-facebook, restfb/restfb, arsduo/koala,
 * oivoodoo/exfacebook, G5/g5_facebook_api_client and nov/fb_graph2. Nothing of them is stored here. For each
 * recording, actions and calls make the facts, the world answers the same call under `platformPolicy`, and the
 * answers are compared in members, types, nesting, paging and default fields.
 * Values are not compared, apart from the form of times and URLs.
 *
 * A recording of a family that fauxgraph serves is equal, or has a reason for each difference: `contract` (the
 * service description says otherwise), `not simulated`, or `recording` (it was cut by hand, or is of a version
 * that is no longer served). The status is 1 if a difference has no reason, or a reason no difference.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cases } from './parity/cases.mjs'
import { readTraffic, scene } from './parity/scene.mjs'
import { differences, shapeOf } from './parity/shapes.mjs'

const { values } = parseArgs({
  options: {
    'python-facebook': { type: 'string' },
    restfb: { type: 'string' },
    koala: { type: 'string' },
    exfacebook: { type: 'string' },
    g5: { type: 'string' },
    fb_graph2: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const roots = {
  'python-facebook': join(values['python-facebook'] ?? '', 'testdata'),
  restfb: join(values.restfb ?? '', 'src/test/resources/json'),
  koala: join(values.koala ?? '', 'spec/fixtures/vcr_cassettes'),
  exfacebook: join(values.exfacebook ?? '', 'fixture/vcr_cassettes'),
  g5: join(values.g5 ?? '', 'spec/fixtures/vcr_cassettes'),
  fb_graph2: join(values.fb_graph2 ?? '', 'spec/mock_json'),
}
for (const [name, folder] of Object.entries(roots))
  if (!existsSync(folder)) {
    console.error(`--${name} must be a checkout of the repository, with ${folder}`)
    process.exit(2)
  }

/** Reads an answer that a file holds: the whole file, or the answer of one of its exchanges. */
function recordingOf({ from, file, exchange }) {
  const path = ['json', 'yml'].map((ending) => join(roots[from], `${file}.${ending}`)).find(existsSync)
  if (path === undefined) throw new Error(`${from} has no recording ${file}`)
  const bytes = readFileSync(path)
  if (exchange === undefined) return JSON.parse(bytes.toString())
  const { headers, body } = readTraffic(bytes, path).exchanges[exchange].response
  return { headers, body: body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body }
}

/** Whether a reason covers a path: its own path, or one above it. */
const covers = (reason, path) => path === reason || path.startsWith(`${reason}.`)

/** Returns the differences between a recording and the answer to the same call. */
function differencesOf(recorded, ask) {
  try {
    return differences(shapeOf(recorded), shapeOf(ask(scene(), recorded)))
  } catch (error) {
    return [{ path: 'facts', what: `cannot be made: ${error.message}` }]
  }
}

/** Compares one recording, and returns its row of the table. */
function compare(entry) {
  const { part = (value) => value, reasons = {}, ask } = entry
  const recorded = part(recordingOf(entry))
  const found = differencesOf(recorded, ask)
  const unexplained = found.filter(({ path }) => !Object.keys(reasons).some((reason) => covers(reason, path)))
  const unused = Object.keys(reasons).filter((reason) => !found.some(({ path }) => covers(reason, path)))
  return { ...entry, reasons, found, unexplained, unused }
}

const rows = cases.map(compare)

/** Returns the paths of a row by their reasons, such as `not simulated: about, cover`. */
function explained({ reasons }) {
  const kinds = [...new Set(Object.values(reasons))]
  const paths = (kind) => Object.keys(reasons).filter((path) => reasons[path] === kind)
  return kinds.map((kind) => `${kind}: ${paths(kind).join(', ')}`).join('; ')
}

const result = ({ found, unexplained }) =>
  found.length === 0 ? 'equal' : unexplained.length === 0 ? 'explained' : 'DIFFERS'

console.log('| family | recording | result | why |\n|---|---|---|---|')
for (const row of rows) {
  console.log(`| ${row.family} | ${row.from}: ${row.file} | ${result(row)} | ${explained(row)} |`)
  const notes = values.verbose ? row.found : row.unexplained
  for (const { path, what } of notes) console.log(`|  |  | | ${path || 'the answer'} ${what} |`)
  for (const path of row.unused) console.log(`|  |  | | the reason for ${path} explains no difference |`)
}

const equal = rows.filter(({ found }) => found.length === 0).length
const failed = rows.filter(({ unexplained, unused }) => unexplained.length + unused.length > 0).length
const percentOf = (count, whole) => Math.floor((100 * count) / whole)
/** Recordings that differ for what they are alone: cut by hand, or of a retired version. */
const altered = rows.filter(
  ({ found, unexplained, reasons }) =>
    found.length > 0 &&
    unexplained.length === 0 &&
    Object.values(reasons).every((why) => why === 'recording'),
).length
console.log(
  `\n${equal} of ${rows.length} recordings are equal (${percentOf(equal, rows.length)} %), ${failed} without a reason`,
)
const compared = new Set(rows.map(({ from, file }) => `${from}/${file}`)).size
const recordings = Object.values(roots).flatMap((folder) =>
  readdirSync(folder, { recursive: true }).filter((name) => /\.(json|yml)$/.test(name)),
).length
console.log(
  `${recordings - compared} of ${recordings} recordings in the folders are not among them: most are of families ` +
    'that are not served, such as events, groups, messages and Threads, or of retired versions',
)
const comparable = rows.length - altered
console.log(
  `${altered} more differ only in what the recording itself lacks or no longer has: of the ${comparable} ` +
    `that show the service as it is, ${equal} are equal (${percentOf(equal, comparable)} %)`,
)
process.exitCode = failed > 0 ? 1 : 0
