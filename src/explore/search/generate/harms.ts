import { isLimitCode } from '../../../service/contract/limit-codes.ts'
import { limits } from '../../../service/contract/limits.ts'
import type { FactName } from '../../run/calls/fact-names.ts'
import { type FactRule, type FactRules, isChange, isFrequent } from '../../run/calls/fact-rules.ts'
import { isTouched } from '../../run/calls/touched.ts'
import type { Hostile, Process } from '../../run/options/options.ts'
import type { Place } from '../../run/place.ts'
import type { Harm } from '../story/story.ts'

/** The parts from which the stories of an exploration are made. */
export interface Material {
  readonly facts: readonly FactRule[]
  /** All kinds of facts that the world has. */
  readonly rules: FactRules
  /** The kinds of facts that notices tell of. */
  readonly noticed: readonly FactName[]
  readonly jobs: readonly string[]
  readonly commands: readonly string[]
  readonly process: Process
  /** More of a fact at once than one page of a list shows. */
  readonly burst: number
  /** The maximum number of steps. */
  readonly steps: number
  readonly hostile: Hostile
  /** Whether a process listens for SIGTERM. */
  readonly stops: boolean
  /** The number of versions of the program. */
  readonly versions: number
  /** The error codes that each operation can answer. */
  readonly codes: (operation: string) => readonly number[]
}

/** The facts that make something new. */
export const makers = (facts: readonly FactRule[]): FactRule[] => facts.filter((rule) => !isChange(rule))

/** The codes with which a call may be refused although nothing is wrong with it. */
export function refusals(
  codes: readonly number[],
  { tokens = true, limits = true, errors = true }: Hostile,
): number[] {
  return [
    ...(limits ? [...codes.filter(isLimitCode), 4, 613] : []),
    ...(errors ? [1, 2] : []),
    ...(tokens ? [190] : []),
    ...(errors ? codes.filter((code) => !isLimitCode(code) && code !== 190 && code !== 100).slice(0, 2) : []),
  ]
}

/** Longer than the platform retries a notice. */
const DOWN_HOURS = 48

const downHarms = ({ hostile }: Material): Harm[] => (hostile.down ? [{ do: 'down', hours: DOWN_HOURS }] : [])

/** Whether the next version of the program is deployed in the middle of a story. */
export const isDeployed = ({ hostile, versions }: Material): boolean =>
  versions > 1 && (hostile.deploys ?? true)

const deployHarms = (material: Material): Harm[] => (isDeployed(material) ? [{ do: 'deploy' }] : [])

/** Steps for which a request or an answer is held, so that the same job starts once more in the meantime. */
const holdFor = ({ jobs, commands }: Material): number => Math.max(1, jobs.length + commands.length) + 1

/** Limits of lists above which they may be too large for one page: for good, or for a time. */
const [LARGEST, LARGE] = [1_000, 100]

/** The harms of lists with a large limit: the service asks for less data. */
function sizeHarms({ limit = 0 }: Place, { hostile: { limits = true } }: Material): Harm[] {
  if (!limits) return []
  return [
    ...(limit > LARGEST ? [{ do: 'too large', limit: LARGEST } as const] : []),
    ...(limit > LARGE ? [{ do: 'too large', limit: LARGE, for: 3 } as const] : []),
  ]
}

/** Whether a fact makes what an operation lists. Hardly anybody pages through a list that has few rows. */
const hasManyRows = ({ operation }: Place, { facts }: Material): boolean =>
  facts.some((rule) => isFrequent(rule) && isTouched(operation, rule.kind))

/** The harms of pages: they lack rows, or their cursor has expired. Who follows `next` gets all rows. */
function pageHarms(place: Place, material: Material): Harm[] {
  const { fromCursor, limit = limits.listLimitDefault } = place
  if (!material.hostile.pages || fromCursor === undefined || !hasManyRows(place, material)) return []
  const short = { do: 'short page', rows: Math.ceil(Math.min(limit, limits.listLimitMax) / 2) } as const
  return fromCursor ? [{ do: 'cursor expired' }, short] : [short, { do: 'empty page' }]
}

/** Seconds for which media are processed: a short time, and the longest that the live service speaks of. */
const PROCESSING = [20, 240]

const processingHarms = (
  { operation, calls = [operation] }: Place,
  { hostile: { delays = true } }: Material,
): Harm[] =>
  delays && calls.includes('createMediaContainer')
    ? PROCESSING.map((seconds) => ({ do: 'processing', seconds }))
    : []

/** The harms that are most likely to show a mistake at a call: tried first. */
export function tellingHarms(place: Place, material: Material): Harm[] {
  const { operation, reads } = place
  const { restarts = true, transport = true, delays = true, people = true } = material.hostile
  const [refusal] = refusals(material.codes(operation), { ...material.hostile, tokens: false })
  const passing = (material.hostile.errors ?? true) ? 2 : refusal
  const steps = holdFor(material)
  return [
    ...deployHarms(material),
    ...(restarts ? [{ do: 'dies after' } as const] : []),
    ...(transport ? [reads ? ({ do: 'refused' } as const) : ({ do: 'answer lost' } as const)] : []),
    ...(passing === undefined ? [] : [{ do: 'error', code: passing, for: 3 } as const]),
    ...(refusal === undefined ? [] : [{ do: 'error', code: refusal, for: 3 } as const]),
    ...(delays ? [{ do: 'request late', steps } as const] : []),
    ...(people && reads ? material.facts.slice(0, 3).map((rule) => meanwhile(rule)) : []),
    ...sizeHarms(place, material),
    ...pageHarms(place, material),
    ...processingHarms(place, material),
  ]
}

const meanwhile = ({ kind }: FactRule, count?: number): Harm => ({
  do: 'meanwhile',
  fact: { do: 'fact', kind, ...(count && { count }) },
})

/** The harms of a broken connection, or of a gateway in between. */
const transportHarms = ({ reads }: Place): Harm[] => [
  { do: 'answer lost' },
  { do: 'refused' },
  { do: 'status', status: 500 },
  { do: 'status', status: 503 },
  ...(reads ? [] : [{ do: 'status', status: 502, after: true } as const]),
  { do: 'damaged', how: 'truncated' },
  { do: 'damaged', how: 'html' },
  { do: 'damaged', how: 'empty' },
]

/** The harms of a call to a service outside the world, whose errors nobody knows. */
function outsideHarms(place: Place, material: Material): Harm[] {
  const { restarts = true, transport = true } = material.hostile
  return [
    ...deployHarms(material),
    ...(restarts ? [{ do: 'dies after' } as const, { do: 'dies before' } as const] : []),
    ...(transport ? transportHarms(place) : []),
  ]
}

/** The other harms of a call. */
export function otherHarms(place: Place, material: Material): Harm[] {
  const { operation, reads } = place
  const { hostile, facts } = material
  const { restarts = true, transport = true, delays = true, people = true } = hostile
  const first = facts.find(isFrequent)
  return [
    ...(restarts ? [{ do: 'dies before' } as const] : []),
    ...(material.stops && (hostile.stops ?? true) ? [{ do: 'stops' } as const] : []),
    ...downHarms(material),
    ...(transport ? transportHarms(place) : []),
    ...refusals(material.codes(operation), hostile).flatMap((code): Harm[] => [
      { do: 'error', code },
      { do: 'error', code, for: 3 },
    ]),
    ...(delays ? [{ do: 'answer late', steps: holdFor(material) } as const] : []),
    ...(people && reads && first ? [meanwhile(first, material.burst)] : []),
  ]
}

/** The harms of a place that is not a call. */
export function harmsApart(place: Place, material: Material): Harm[] {
  const { kind } = place
  if (kind === 'other') return outsideHarms(place, material)
  const { restarts = true, notices = true } = material.hostile
  if (kind === 'store') {
    const { torn, conflicts, disconnects } = material.hostile
    const isOn = { torn: restarts && torn, conflict: conflicts, disconnect: disconnects }
    const faults = (place.faults ?? []).filter((name) => isOn[name]).map((name): Harm => ({ do: name }))
    return [...(restarts ? [{ do: 'dies after' } as const, { do: 'dies before' } as const] : []), ...faults]
  }
  const ends = [...deployHarms(material), ...downHarms(material)]
  if (!notices) return ends
  return [
    ...ends,
    { do: 'twice' },
    { do: 'again later', steps: 1 },
    // Later than the work on the first one.
    { do: 'again later', steps: holdFor(material) },
    { do: 'late', steps: 2 },
    { do: 'after the next' },
  ]
}

/** Everything that may go wrong at a place. */
export function harmsAt(place: Place, material: Material): Harm[] {
  if (place.kind !== 'call') return harmsApart(place, material)
  return [...tellingHarms(place, material), ...otherHarms(place, material)]
}
