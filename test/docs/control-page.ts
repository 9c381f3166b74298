import { type FetchHandler, toFetchHandler } from '../../src/adapters/fetch.ts'
import { bounds } from '../../src/graph/contract/bounds.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { ENGINE } from '../../src/world/handle/version.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import {
  type ControlNote,
  type ControlRequest,
  commonRefusals,
  controlNotes as ownNotes,
} from './control-notes.ts'
import { inspectorNotes } from './inspector-notes.ts'
import { code, generatedFrom, table } from './markdown.ts'

/** The descriptions of all routes: those of the control plane, and those that the inspector adds. */
export const controlNotes: Readonly<Record<string, Readonly<Record<string, ControlNote>>>> = {
  ...ownNotes,
  ...inspectorNotes,
}

/** The answer to an example of the control plane. */
interface Answered {
  readonly request: ControlRequest
  readonly status: number
  readonly body: object & { readonly error?: { readonly message: string } }
}

/** A method of a route, with its example and the refused requests as they were answered. */
export interface ControlRun {
  readonly route: string
  readonly method: string
  readonly note: ControlNote
  readonly example: Answered
  readonly refused: readonly Answered[]
}

const COLUMNS = 110
const ITEMS_MAX = 3
const TEXT_MAX = 40

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

/** The JSON text of a value, without most members of large objects and items of long lists. */
function shortJson(value: unknown): string {
  // A page that named the version would change with each release.
  if (value === ENGINE) return '…'
  if (typeof value === 'string') return JSON.stringify(cut(value.replace(ENGINE, '…'), TEXT_MAX))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map(shortJson)
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${shortJson(member)}`)
  const most = Array.isArray(value) ? 1 : ITEMS_MAX
  const shown = parts.length > most ? [...parts.slice(0, most), '…'] : parts
  return Array.isArray(value) ? `[${shown.join(', ')}]` : `{${shown.join(', ')}}`
}

/** The parts of an object, as many in each line as fit. */
function filledLines(parts: readonly string[]): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    const joined = `${last}, ${part}`
    if (last !== undefined && joined.length < COLUMNS) lines[lines.length - 1] = joined
    else lines.push(cut(`  ${part}`, COLUMNS - 1))
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line},` : line))
}

/** An answer with its members filled into lines, or in one line if it is short. */
function answerLines(body: object): string[] {
  const whole = JSON.stringify(body)
  if (whole.length <= COLUMNS) return [whole]
  const members = Object.entries(body).map(([name, one]) => `${JSON.stringify(name)}: ${shortJson(one)}`)
  const [first = '', ...more] = filledLines(members)
  return more.length === 0 ? [cut(`{${first.trim()}}`, COLUMNS)] : ['{', first, ...more, '}']
}

/** Replaces `{page}` and other names of the starter world by their values. */
const filled = (text: string, names: Starter): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (names as Record<string, string>)[name] ?? whole)

/** The text of a body; a function makes it from the answer before. */
function bodyText({ body }: ControlRequest, before: object | undefined, names: Starter): string | undefined {
  const value: unknown = typeof body === 'function' ? body(before) : body
  if (value === undefined || typeof value === 'string') return value
  return typeof body === 'function' ? JSON.stringify(value) : filled(JSON.stringify(value), names)
}

/** Sends a request, and returns it as it was sent, with its answer. */
async function ask(
  handle: FetchHandler,
  names: Starter,
  asked: ControlRequest,
  before?: object,
): Promise<Answered> {
  const { method } = asked
  const path = filled(asked.path, names)
  const body = bodyText(asked, before, names)
  const headers = method === 'GET' ? {} : { 'content-type': 'application/json' }
  const response = await handle(
    new Request(new URL(path, 'http://127.0.0.1:8080'), {
      method,
      headers: { ...headers, ...asked.headers },
      ...(body !== undefined && { body }),
    }),
  )
  return { request: { ...asked, path, body }, status: response.status, body: await response.json() }
}

/** A handler of a new starter world. If it is connected, a function takes the webhooks of its app. */
function begin(connected = false): { handle: FetchHandler; names: Starter } {
  const world = createWorld()
  const names = world.starter()
  if (connected) {
    world.actions.installApp({ app: names.app, page: names.page }).unwrap()
    world.webhooks.connect(names.app, () => ({ status: 200 }))
  }
  return { handle: toFetchHandler(world), names }
}

async function runNote(route: string, method: string, note: ControlNote): Promise<ControlRun> {
  const { handle, names } = begin(note.connected)
  let prepared: Answered | undefined
  for (const request of note.before ?? []) prepared = await ask(handle, names, request)
  const example = await ask(handle, names, { ...note.example, method }, prepared?.body)
  const refused: Answered[] = []
  for (const request of note.refused ?? [])
    refused.push(await ask(handle, names, { ...request, method }, prepared?.body))
  return { route, method, note, example, refused }
}

/** Runs the examples of all routes, each method on a new world. */
export async function controlRuns(): Promise<ControlRun[]> {
  const runs: ControlRun[] = []
  for (const [route, methods] of Object.entries(controlNotes))
    for (const [method, note] of Object.entries(methods)) runs.push(await runNote(route, method, note))
  return runs
}

const messageOf = ({ body }: Answered): string => body.error?.message ?? ''

function exampleLines({ note, example: { request, body } }: ControlRun): string[] {
  const { method, path, body: sent } = request
  const first = `// ${method} ${path}`
  const second = typeof sent === 'string' ? shownBody(sent) : ''
  const whole = `${first} ${second}`.trimEnd()
  return [
    ...(whole.length <= COLUMNS ? [whole] : [first, `// ${second}`]),
    ...(note.answersLike === undefined ? answerLines(body) : [cut(shortJson(body), COLUMNS)]),
  ]
}

const shownBody = (text: string): string =>
  text.length <= COLUMNS - 3 ? text : cut(shortJson(JSON.parse(text)), COLUMNS - 3)

/** The lines of a list of refused requests. The path is left out if it is that of the section. */
function refusedLines({ route, refused }: ControlRun): string[] {
  const lines = refused.map((answered) => {
    const { path, body } = answered.request
    const sent = typeof body === 'string' ? shownBody(body) : ''
    const request = path === `/_sim/${route}` ? sent : `${path} ${sent}`.trimEnd()
    return `- ${code(request)} is refused with ${answered.status}: ${messageOf(answered)}`
  })
  return lines.length > 0 ? [...lines, ''] : []
}

function methodLines(run: ControlRun): string[] {
  const { note, method, route } = run
  const like = note.answersLike?.split(' ')
  return [
    `**\`${method} /_sim/${route}\`** ${note.text}` +
      (like ? ` The answer is that of \`${like[0]} /_sim/${like[1]}\`.` : ''),
    '',
    ...table(
      ['member', 'in', 'type', 'meaning'],
      (note.members ?? []).map(([name, ...rest]) => [name.startsWith('*') ? name : code(name), ...rest]),
    ),
    ...refusedLines(run),
  ]
}

const introduction = [
  '# The control plane',
  '',
  'The control plane is the part of a fauxgraph server that the simulated service does not have: it moves the clock,',
  'runs actions, adds faults, and shows logs and state. Its calls are JSON over HTTP below the path `/_sim`, and need no',
  'token. Programs in any language can use it; in TypeScript, the methods of `world` do the same.',
  '',
  '- **Where.** `fauxgraph serve`, `listen(world)` and `toFetchHandler(world)` serve it. `{ control: false }` turns it off.',
  '- **Hosts.** It answers only requests to loopback hosts (`127.0.0.1`, `[::1]`, `localhost` and names below it) and to',
  '  hosts that you list: `allowedHosts`, or `--allow-host HOST`. Web pages of other origins are refused unless you list',
  '  their origin: `cors`, or `--cors ORIGIN`. [SECURITY.md](../SECURITY.md) has the reasons.',
  '- **Writes.** Every method except `GET` and `HEAD` needs the header `content-type: application/json`. No body means `{}`.',
  `- **Sizes.** A body has at most ${bounds.controlBytesMax.toLocaleString('en-US')} bytes, that of an action or snapshot the \`bodyLimit\` of the server (32 MiB by default).`,
  '- **Several worlds.** One address serves a main world and named worlds. The path `/_sim/w/NAME/…`, the host',
  '  `NAME.localhost`, or the header `x-sim-world: NAME` selects a world for any call: `/_sim/w/NAME/_sim/clock` moves the',
  '  clock of one world. A name has 1 to 64 letters, digits, `_` and `-`. The first request of a name forks the',
  `  baseline of the main world. There are at most ${bounds.worldsMax.toLocaleString('en-US')}.`,
  '- **Answers.** Status 200, and the members that the tables list. A refusal has another status, and the body',
  '  `{"error": {"message": "…"}}`. The error of a refused action has `code` and `type` too.',
  '',
  'The examples ran on a new starter world; a test runs them again. Long values are cut with `…`.',
  generatedFrom(
    'src/adapters/control.ts',
    'src/adapters/inspector-controls.ts',
    'test/docs/control-notes.ts',
    'test/docs/inspector-notes.ts',
  ),
  '',
]

async function commonLines(): Promise<string[]> {
  const { handle, names } = begin()
  const rows: string[][] = []
  for (const [reason, request] of commonRefusals) {
    const answered = await ask(handle, names, request)
    rows.push([reason, String(answered.status), messageOf(answered)])
  }
  return ['## Refusals of every route', '', ...table(['refused', 'status', 'message'], rows)]
}

/** Returns docs/control.md: every route of the control plane, with examples that ran. */
export async function controlPage(runs: readonly ControlRun[]): Promise<string> {
  const sections = Object.keys(controlNotes).flatMap((route) => {
    const methods = runs.filter((run) => run.route === route)
    const examples = ['```jsonc', ...methods.flatMap(exampleLines), '```', '']
    return [`## /_sim/${route}`, '', ...methods.flatMap(methodLines), ...examples]
  })
  return [...introduction, ...(await commonLines()), ...sections].join('\n')
}
