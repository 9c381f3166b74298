import { nodeVersionProblem } from '../../src/front/cli/node-version.ts'
import { policyWith } from '../../src/front/cli/parts/policy-settings.ts'
import {
  contractPolicy,
  createWorld,
  type FaultRule,
  interceptFetch,
  replay,
  restoreWorld,
  toFetchHandler,
  type World,
} from '../../src/index.ts'
import { parseScenario } from '../../src/scenario/index.ts'
import { type ListenOptions, listen } from '../../src/server/http/server.ts'
import { area } from '../../src/service/area/area.ts'
import { startCommand } from '../front/cli/start-command.ts'
import { start } from './calls.ts'
import { testing } from './testing.ts'

/** The way by which a mistake is made: code of the package, a client of the service, or the command line. */
export type Door = 'typed' | 'fetch' | 'HTTP' | 'command'

/** A mistake of a new user, how it is made, and what the message must say. */
export interface Mistake {
  readonly mistake: string
  /** Where the mistake is made: in code, if left out. */
  readonly doors?: readonly Door[]
  /** Makes the mistake: it throws, or returns the message. */
  readonly make: () => unknown
  readonly says: readonly string[]
}

const { app, page, pageToken, userToken, form } = start.names ?? start.starter()
const fresh = (): World => start.fork()
const answers = { full_name: 'A', email: 'a@example.test' }

interface Failed {
  readonly ok: boolean
  readonly error?: { readonly message: string }
}

const refusal = (outcome: Failed): string => outcome.error?.message ?? 'no error'

const fault = (rule: unknown) => () => fresh().faults.add(rule as FaultRule)

/** The reasons why a lead was not delivered, in a world after a set-up. */
async function missed(prepare: (world: World) => unknown): Promise<string> {
  const world = fresh()
  await prepare(world)
  world.actions.submitLead({ form, answers }).unwrap()
  return world.webhooks.missed.map(({ reason }) => reason).join('\n')
}

async function command(...args: string[]): Promise<string> {
  const run = startCommand(args)
  await run.code
  return run.written.err.trim()
}

async function control(path: string, init: RequestInit): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await toFetchHandler(fresh())(new Request(`http://localhost${path}`, { headers, ...init }))
  return String((await answer.json()).error.message)
}

const post = (path: string, body: unknown) => () =>
  control(path, { method: 'POST', body: JSON.stringify(body) })

const creating: readonly Mistake[] = [
  {
    mistake: 'a typing error in an option',
    make: () => createWorld({ polcy: {} } as never),
    says: ['createWorld', '"polcy"', 'did you mean policy?'],
  },
  {
    mistake: 'a typing error in a policy key',
    make: () => createWorld({ policy: { unknownField: 'ignore' } as never }),
    says: ['unknownField', 'did you mean unknownFields?'],
  },
  {
    mistake: 'a wrong value of a policy key',
    make: () => createWorld({ policy: { photoUrls: 'any' } as never }),
    says: ['photoUrls', 'synthetic, registered', '"any"'],
  },
  {
    mistake: 'a typing error in the name of a policy',
    make: () => createWorld({ policy: 'platfrom' as never }),
    says: ['policy', "'contract', 'platform'", '"platfrom"', 'did you mean platform?'],
  },
  {
    mistake: 'the name of a policy as a policy key',
    make: () => createWorld({ policy: { platform: true } as never }),
    says: ["policy: 'platform'"],
  },
  {
    mistake: 'a policy that is neither a name nor an object of options',
    make: () => createWorld({ policy: 5 as never }),
    says: ['policy', "'contract', 'platform'", 'got 5'],
  },
  {
    mistake: 'a policy that is a map',
    make: () => createWorld({ policy: new Map([['beyond', 'serve']]) as never }),
    says: ['policy', "'contract', 'platform'", 'an object of policy options'],
  },
  {
    mistake: 'a policy that is a bigint, in a fork',
    make: () => start.fork({ policy: 5n as never }),
    says: ['policy', "'contract', 'platform'", 'got 5n'],
  },
  {
    mistake: 'a name that no policy has, in a fork',
    make: () => start.fork({ policy: 'live' as never }),
    says: ['policy', "'contract', 'platform'", '"live"'],
  },
  {
    mistake: 'Unix seconds as the first instant',
    make: () => createWorld({ now: 1_768_467_600 }),
    says: ['1768467600', 'seconds', 'write 1768467600000', '2026-01-15T09:00:00Z'],
  },
  {
    mistake: 'an instant without an offset',
    make: () => createWorld({ now: '2026-01-15T09:00:00' }),
    says: ['2026-01-15T09:00:00, which has no offset', 'write 2026-01-15T09:00:00Z'],
  },
  {
    mistake: 'a duration in place of an instant',
    make: () => fresh().clock.advanceTo('25h'),
    says: ['25h, which is a duration', "clock.advance('25h')"],
  },
  {
    mistake: 'restoring a world in place of its snapshot',
    make: () => restoreWorld(fresh() as never),
    says: ['The snapshot is not plain JSON: an instance', 'world.snapshot()'],
  },
  {
    mistake: 'an instant that is no date',
    make: () => createWorld({ now: 'tomorrow' }),
    says: ['tomorrow'],
  },
  {
    mistake: 'a wrong value of onRefusal',
    make: () => createWorld({ onRefusal: 'ignore' as never }),
    says: ['onRefusal', 'return, throw', 'ignore'],
  },
  { mistake: 'restoring nothing', make: () => restoreWorld(undefined), says: ['snapshot'] },
  { mistake: 'replaying a snapshot', make: () => replay(start.snapshot()), says: ['recording'] },
  {
    mistake: 'an old version of Node',
    doors: ['command'],
    make: () => nodeVersionProblem('18.20.4'),
    says: ['Node 20.19', '18.20.4'],
  },
  {
    mistake: 'starter() after another input',
    make() {
      const world = createWorld()
      world.actions.createUser({ name: 'A' })
      world.starter()
    },
    says: ['starter() must be the first', 'create a new world'],
  },
]

const calling: readonly Mistake[] = [
  {
    mistake: 'a forgotten token',
    make: () => start.as(undefined as never),
    says: ['as()', 'userToken', 'issueToken'],
  },
  {
    mistake: 'a version in place of options',
    make: () => start.as(userToken, 'v7.0' as never),
    says: ['options', '"v7.0"'],
  },
  {
    mistake: 'a call without the id of its page',
    make: () =>
      refusal(
        fresh()
          .as(pageToken)
          .publishPost({ message: 'Hi' } as never),
      ),
    says: ['page', 'publishPost', 'required'],
  },
  {
    mistake: 'a page in place of its id',
    make: () =>
      refusal(
        fresh()
          .as(pageToken)
          .publishPost({ page: { id: page }, message: 'Hi' } as never),
      ),
    says: ['page', 'an id as text', page],
  },
  {
    mistake: 'the id of another kind of object',
    make: () => refusal(fresh().as(userToken).readCampaign({ campaign: page })),
    says: ['Unsupported get request', page],
  },
  {
    mistake: 'an unread refusal, unwrapped later',
    make: () => fresh().as(userToken).readCampaign({ campaign: page }).unwrap(),
    says: ['readCampaign', 'the id is that of a page', 'takes the id of a campaign'],
  },
  {
    mistake: 'a request that is no object',
    make: () => start.request(undefined as never),
    says: ['method', 'url or a path'],
  },
]

const acting: readonly Mistake[] = [
  {
    mistake: 'a typing error in a parameter of an action',
    make: () => fresh().actions.createPage({ nmae: 'A' } as never),
    says: ['actions.createPage', '"nmae"', 'did you mean name?'],
  },
  {
    mistake: 'an answer to a question that the form does not ask',
    make: () => refusal(fresh().actions.submitLead({ form, answers: { fullname: 'A' } })),
    says: ['answers.fullname', 'did you mean full_name?'],
  },
  {
    mistake: 'an action without a required parameter',
    make: () => refusal(fresh().actions.submitLead({ answers } as never)),
    says: ['form', 'required'],
  },
  {
    mistake: 'a refused action under onRefusal: throw',
    make: () => createWorld({ onRefusal: 'throw' }).actions.installApp({ page: '1', app: '2' }),
    says: ['installApp', 'page', 'got 1'],
  },
  {
    mistake: 'a clock that moves back',
    make: () => fresh().clock.advanceTo('2020-01-01T00:00:00Z'),
    says: ['cannot move back', 'history.at'],
  },
  {
    mistake: 'a unit of time that does not exist',
    make: () => fresh().clock.advance('3 fortnights' as never),
    says: ["'25h'"],
  },
  {
    mistake: 'Unix seconds in advanceTo',
    make: () => fresh().clock.advanceTo(1_768_500_000),
    says: ['1768500000', 'seconds', 'write 1768500000000'],
  },
  {
    mistake: 'an instant in advance',
    make: () => fresh().clock.advance(Date.parse('2026-02-01T00:00:00Z')),
    says: ['a length of time', '1769904000000 is an instant', 'clock.advanceTo(1769904000000)'],
  },
  {
    mistake: 'a clock that is advanced by a negative time',
    make: () => fresh().clock.advance('-1h'),
    says: ['moves forward only', '"-1h"', 'history.at'],
  },
  {
    mistake: 'a stub whose route has a version',
    make: () => fresh().stub('GET /v24.0/{page}/conversations', { data: [] }),
    says: ['route', 'no version', "'GET /{page}/conversations'"],
  },
  {
    mistake: 'waiting for what never comes',
    make: () => fresh().clock.until(() => false),
    says: ['until()', 'still false'],
  },
]

const faulting: readonly Mistake[] = [
  {
    mistake: 'a fault rule for a version without its last part',
    make: fault({ match: { version: 'v24' }, fault: { kind: 'drop' } }),
    says: ['match.version', 'v2.0 to v26.0', 'got "v24"'],
  },
  {
    mistake: 'a fault rule without match',
    make: fault({ fault: { kind: 'drop' } }),
    says: ['match', '{} for every call', 'nothing'],
  },
  {
    mistake: 'a fault rule without a fault',
    make: fault({ match: {} }),
    says: ['fault', 'kind', 'drop', 'nothing'],
  },
  {
    mistake: 'a fault as text',
    make: fault({ match: {}, fault: 'error' }),
    says: ['fault', 'kind', 'drop', '"error"'],
  },
  {
    mistake: 'a fault of notices without its effect',
    make: fault({ match: {}, fault: { kind: 'notice', effect: 'twice' } }),
    says: ['fault.how', 'drop, duplicate, delay, reorder'],
  },
  {
    mistake: 'an unknown kind of fault',
    make: fault({ match: {}, fault: { kind: 'eror', code: 100 } }),
    says: ['error, drop, http', '"eror"', 'did you mean error?'],
  },
  {
    mistake: 'an unknown error code',
    make: fault({ match: {}, fault: { kind: 'error', code: 7 } }),
    says: ['100, 102, 104', 'got 7'],
  },
  {
    mistake: 'a code that the operation cannot answer',
    make: fault({ match: { operation: 'publishPost' }, fault: { kind: 'error', code: 324 } }),
    says: ['publishPost', '324'],
  },
  {
    mistake: 'a code of the live service, in a world of the contract',
    make: fault({ match: {}, fault: { kind: 'error', code: 506 } }),
    says: ['506', 'policy: platformPolicy', "beyond: 'serve'"],
  },
  {
    mistake: 'an unknown operation in a fault rule',
    make: fault({ match: { operation: 'publish' }, fault: { kind: 'drop' } }),
    says: ['match.operation', '"publish"'],
  },
  {
    mistake: 'a fault rule for an operation with a typing error',
    make: fault({ match: { operation: 'publishPosts' }, fault: { kind: 'drop' } }),
    says: ['match.operation', '"publishPosts"', 'did you mean publishPost?'],
  },
  {
    mistake: 'an unknown member of the match of a fault rule',
    make: fault({ match: { op: 'publishPost' }, fault: { kind: 'drop' } }),
    says: ['match', '"op"', 'operation, target, token'],
  },
  {
    mistake: 'a rate in percent',
    make: fault({ match: {}, fault: { kind: 'drop' }, rate: 30 }),
    says: ['rate', 'from 0 to 1', '30'],
  },
  {
    mistake: 'a fault with a header that has a line break',
    make: () =>
      fresh().faults.add({ match: {}, fault: { kind: 'error', code: 100, headers: { 'x-a': 'a\nb' } } }),
    says: ['fault.headers', 'printable ASCII'],
  },
  {
    mistake: 'an unknown time of a fault, over HTTP',
    doors: ['fetch'],
    make: post('/_sim/faults', { match: {}, fault: { kind: 'drop', when: 'x' } }),
    says: ['fault.when', 'before, afterCommit', '"x"'],
  },
  {
    mistake: 'a stub with a wrong member, over HTTP',
    doors: ['fetch'],
    make: post('/_sim/stubs', { route: 'GET /{page}/conversations', data: {}, override: 1 }),
    says: ['override', 'true or false', 'got 1'],
  },
  {
    mistake: 'a wrong member of the policy, over HTTP',
    doors: ['fetch'],
    make: post('/_sim/policy', { versions: 'v26.0' }),
    says: ['versions', 'a list', '"v26.0"'],
  },
  {
    mistake: 'a snapshot that was edited by hand',
    make() {
      const snapshot = JSON.parse(JSON.stringify(fresh().snapshot()))
      snapshot.state.graph.nextId = 'next'
      return restoreWorld(snapshot)
    },
    says: ['state.graph.nextId', 'a number', '"next"'],
  },
]

const delivering: readonly Mistake[] = [
  {
    mistake: 'connecting a URL',
    make: () => fresh().webhooks.connect(app, 'http://localhost:3000/hook' as never),
    says: ['connect()', 'setWebhook({ app, url })', 'listen()'],
  },
  {
    mistake: 'flush() without a transport for a URL',
    async make() {
      const world = fresh()
      world.actions.setWebhook({ app, url: 'https://hook.test/' }).unwrap()
      await world.webhooks.flush()
    },
    says: ['flush()', app, 'https://hook.test/', 'listen()'],
  },
  { mistake: 'a lead without installApp', make: () => missed(() => {}), says: ['installApp', page] },
  {
    mistake: 'a lead without a webhook',
    make: () => missed((world) => world.actions.installApp({ page, app })),
    says: [app, 'has no webhook', 'connect', 'setWebhook'],
  },
  {
    mistake: 'a lead before the handshake',
    make: () =>
      missed((world) => {
        world.actions.installApp({ page, app })
        world.actions.setWebhook({ app, url: 'https://hook.test/' })
      }),
    says: [app, 'handshake', 'flush()', 'verify: false'],
  },
  {
    mistake: 'a lead after a failed handshake',
    make: () =>
      missed(async (world) => {
        world.actions.installApp({ page, app })
        world.actions.setWebhook({ app, url: 'https://hook.test/' })
        await world.webhooks.flush({ transport: () => ({ status: 200, body: 'hello' }) })
      }),
    says: [app, 'failed its handshake', 'hub.challenge'],
  },
  {
    mistake: 'waiting for a notice that is not sent',
    make() {
      const world = fresh()
      const received: unknown[] = []
      world.actions.installApp({ page, app })
      world.webhooks.connect(app, (delivery) => Response.json(received.push(delivery)))
      world.actions.submitLead({ form, answers }).unwrap()
      world.clock.until(() => received.length > 0)
    },
    says: ['until()', 'notices wait', 'await world.webhooks.flush()'],
  },
  {
    mistake: 'a handler that returns nothing',
    async make() {
      const world = fresh()
      world.actions.installApp({ page, app })
      world.webhooks.connect(app, (() => {}) as never)
      world.actions.submitLead({ form, answers }).unwrap()
      const [delivery] = await world.webhooks.flush()
      return delivery?.attempts[0]?.error
    },
    says: ['return a Response', '{ status: 200 }', 'nothing'],
  },
]

const serving: readonly Mistake[] = [
  {
    mistake: 'listen() without a world',
    make: () => listen(undefined as never),
    says: ['world', 'createWorld()'],
  },
  {
    mistake: 'a port that is none',
    make: () => listen(start, { port: -1 }),
    says: ['the option port', 'from 0 to 65535', 'got -1'],
  },
  {
    mistake: 'a typing error in an option of listen',
    make: () => listen(start, { prot: 80 } as ListenOptions),
    says: ['listen', '"prot"', 'did you mean port?'],
  },
  {
    mistake: 'a port that is in use',
    make: () => onUsedPort((port) => listen(start, { port })),
    says: ['8080', '127.0.0.1', 'in use', 'port: 0'],
  },
  {
    mistake: 'a port that is in use, for a server',
    doors: ['command'],
    make: () => onUsedPort((port) => command('serve', '--port', String(port))),
    says: ['8080', 'in use', '--port 0'],
  },
  {
    mistake: 'a port that is in use, for a proxy',
    doors: ['command'],
    make: () => onUsedPort((port) => command('proxy', '--port', String(port))),
    says: ['8080', 'in use', '--port 0'],
  },
  {
    mistake: 'an unknown host',
    doors: ['fetch'],
    make: hostMessage,
    says: ['my.test', 'allowedHosts', '--allow-host'],
  },
  {
    mistake: 'interceptFetch without origins',
    make: () => interceptFetch(start, {} as never),
    says: ['origins', 'list'],
  },
  {
    mistake: 'interceptFetch with one origin as text',
    make: () => interceptFetch(start, { origins: 'https://graph.test' } as never),
    says: ['origins', 'lists', 'https://graph.test'],
  },
  {
    mistake: 'an unknown action over HTTP',
    doors: ['fetch'],
    make: post('/_sim/actions/submitLeed', {}),
    says: ['submitLeed', 'did you mean submitLead?'],
  },
  {
    mistake: 'an unknown policy key over HTTP',
    doors: ['fetch'],
    make: post('/_sim/policy', { link: 'open' }),
    says: ['link', 'did you mean links?'],
  },
  {
    mistake: 'an unknown policy by name over HTTP',
    doors: ['fetch'],
    make: post('/_sim/policy', { policy: 'platfrom' }),
    says: ["'contract', 'platform'", 'did you mean platform?'],
  },
  {
    mistake: 'Unix seconds over HTTP',
    doors: ['fetch'],
    make: post('/_sim/clock', { to: 1_768_500_000 }),
    says: ['seconds', 'write 1768500000000'],
  },
  {
    mistake: 'a reset to a snapshot',
    doors: ['fetch'],
    make: () => post('/_sim/reset', start.snapshot())(),
    says: ['/_sim/reset takes no members', 'PUT it to /_sim/snapshot'],
  },
  {
    mistake: 'a clock call that moves nothing',
    doors: ['fetch'],
    make: post('/_sim/clock', { advanced: '1h' }),
    says: ['{"advance":"25h"}'],
  },
  {
    mistake: '--set with a wrong key',
    doors: ['command'],
    make: () => policyWith(contractPolicy, ['link=open']),
    says: ['--set link=open', 'did you mean links?'],
  },
  {
    mistake: 'an unknown command',
    doors: ['command'],
    make: () => command('server'),
    says: ['server', 'Did you mean serve?'],
  },
  {
    mistake: 'an unknown option of a command',
    doors: ['command'],
    make: () => command('serve', '--polcy', 'platform'),
    says: ['--polcy', 'Did you mean --policy?'],
  },
  {
    mistake: 'a port that is no number',
    doors: ['command'],
    make: () => command('serve', '--port', 'http'),
    says: ['--port', '0 to 65535', 'http'],
  },
  {
    mistake: '--now as a number',
    doors: ['command'],
    make: () => command('serve', '--now', '1768467600'),
    says: ['1768467600', 'write 2026-01-15T09:00:00Z'],
  },
  {
    mistake: 'an area whose name is a member',
    make: () => Reflect.apply(area, undefined, [{ name: 'notes', version: 1 }]),
    says: ["area('notes', { version: 1, tables: { notes } })", 'got {"name":"notes","version":1}'],
  },
  {
    mistake: 'a scenario file that is no scenario',
    make: () => parseScenario('fauxgraph: 1\ntitle: x\nstep: []\n', { file: 'a.yaml' }),
    says: ['a.yaml', 'step'],
  },
]

/** The message of a server at a port that another one has. The page shows the port 8080 in its place. */
async function onUsedPort(run: (port: number) => Promise<unknown>): Promise<string> {
  await using server = await listen(start)
  const port = Number(new URL(server.url).port)
  const text = await run(port).catch((error: Error) => `${error.name}: ${error.message}`)
  return String(text).replaceAll(String(port), '8080')
}

async function hostMessage(): Promise<string> {
  const answer = await toFetchHandler(start)(new Request('http://my.test/_sim/world'))
  return String((await answer.json()).error.message)
}

/** The mistakes of a new user, by subject. */
export const mistakes: readonly Mistake[] = [
  ...creating,
  ...calling,
  ...acting,
  ...faulting,
  ...delivering,
  ...serving,
  ...testing,
]

/** Makes a mistake, and returns the message. */
export async function messageOf({ make }: Mistake): Promise<string> {
  try {
    return String(await make())
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
