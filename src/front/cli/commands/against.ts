import { errorMessage } from '../../../engine/values/error-message.ts'
import { DAY_MS } from '../../../engine/values/milliseconds.ts'
import { httpRequestOf } from '../../../live/against/http-request.ts'
import { parseNames, type RealNames } from '../../../live/against/names-file.ts'
import { planScenario, type ScenarioPlan } from '../../../live/against/plan.ts'
import { type AgainstInput, type AgainstRun, playAgainst } from '../../../live/against/play.ts'
import { type ReportedRun, reportedAgainst } from '../../../live/against/report.ts'
import type { Scenario } from '../../../scenario/check/parse.ts'
import type { Received } from '../../../scenario/play/call.ts'
import { type Remote, remoteAt, remoteBase, remoteUrl } from '../../../server/proxy/remote.ts'
import type { Area } from '../../../service/area/area.ts'
import { type FixedDuration, millisecondsOf } from '../../../world/time/durations.ts'
import { readText } from '../../runners/read-text.ts'

/** The options of `fauxgraph run --against` as texts. */
export interface AgainstFlags {
  readonly against: string
  readonly names?: string
  readonly wait?: string
}

/** Milliseconds of waits, if no option says how many. */
const WAIT_DEFAULT = '60s'

/** The longest wait: the timers of Node are no longer. */
const WAIT_MAX = DAY_MS

const nothing: Received = { status: 0, headers: {}, body: '' }

function waitOf(text: string): number {
  const wait = millisecondsOf(text as FixedDuration)
  if (wait <= WAIT_MAX) return wait
  throw new TypeError(`--wait must be at most 24h, got ${text}`)
}

/** The service to which requests go, and the areas of the scenario. */
interface Place {
  readonly base: string
  readonly areas: readonly Area[]
}

async function done(remote: Remote, { base, areas }: Place, input: AgainstInput): Promise<Received> {
  if ('wait' in input) {
    await remote.wait(input.wait)
    return nothing
  }
  return remote.send(httpRequestOf(input.sending, { base, web: base, areas }), input.redirects)
}

/** Plays a plan at a real service. */
async function playPlan(plan: ScenarioPlan, names: RealNames, url: URL): Promise<AgainstRun> {
  const base = remoteBase(url)
  const remote = remoteAt(url)
  const playing = playAgainst(plan, names, { base, now: Date.now })
  let next = playing.next()
  while (!next.done) {
    const received = await done(remote, { base, areas: plan.scenario.areas }, next.value).catch(
      (error: unknown) => errorMessage(error),
    )
    next = typeof received === 'string' ? playing.throw(new TypeError(received)) : playing.next(received)
  }
  return next.value
}

/**
 * Plays scenarios at a real service, one after the other. All are planned before the first request is sent.
 * Throws a TypeError if an option, a file or a name is wrong.
 */
export async function* playScenariosAgainst(
  scenarios: readonly Scenario[],
  { against, names: path, wait = WAIT_DEFAULT }: AgainstFlags,
): AsyncGenerator<ReportedRun> {
  const url = remoteUrl(against, '--against')
  if (path === undefined)
    throw new TypeError('--against needs --names FILE, which gives the ids and tokens of the service by name')
  const names = parseNames(readText(path, 'ids and tokens by name'), path, process.env)
  const options = { names, wait: waitOf(wait), now: Date.now() }
  const plans = scenarios.map((scenario) => planScenario(scenario, options))
  for (const plan of plans) yield reportedAgainst(plan, await playPlan(plan, names, url))
}
