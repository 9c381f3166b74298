import { shortenText } from '../../engine/values/cut.ts'
import type { Area } from '../../service/area/area.ts'
import { contractPolicy, type Policy } from '../../service/policy.ts'
import type { RecordedExchange } from './exchange.ts'
import { jsonList, jsonMembers } from './exchange.ts'
import { hideTokens } from './hide-tokens.ts'
import { playScan } from './play.ts'
import { scan } from './scan.ts'
import { anyRow } from './values.ts'
import { type JudgedDifference, judgeDifferences, type Verdict } from './verdict.ts'
import type { PlayedAt } from './versions.ts'

/** One kind of difference, with the number of times that it was found. */
export interface ReportedDifference {
  /** Identifies it in later reports. */
  readonly key: string
  readonly verdict: Verdict
  readonly call: string
  readonly operation: string | null
  /** Members of the answer. `*` stands for any row of a list, and for any id. */
  readonly path: string
  readonly kind: string
  readonly rows: readonly string[]
  readonly setting: string | null
  readonly count: number
  /** The first time that it was found. */
  readonly first: {
    readonly place: string
    readonly recorded: string
    readonly simulated: string
    readonly note: string | null
  }
  /** Whether the allow-list has it. */
  readonly allowed: boolean
}

/** The result of a comparison. It is plain JSON, and can be the allow-list of a later one. */
export interface ComparisonReport {
  readonly fauxgraph: 'comparison'
  readonly calls: number
  readonly differences: readonly ReportedDifference[]
  /** The facts that the recording shows and the simulator could not make. */
  readonly lacking: readonly { readonly id: string; readonly reason: string }[]
  /** The calls that were played at another version than the recorded one; absent if none. */
  readonly playedAt?: readonly PlayedAt[]
}

/** The options of a comparison. */
export interface CompareOptions {
  /** The policy of the simulator: `contractPolicy` with these keys. */
  readonly policy?: Partial<Policy>
  /** An earlier report: its differences are allowed. */
  readonly allow?: unknown
  /** The areas of the world. */
  readonly areas?: readonly Area[]
}

const TEXT_MAX = 200

/** Hides tokens in a text. */
type Hide = (text: string) => string

const SECRET_MEMBER = /(token|secret|proof)$/

/** Returns a value of a member as text, without tokens. */
function shown(value: unknown, path: string, hide: Hide): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string' && SECRET_MEMBER.test(path)) return '"…"'
  return shortenText(hide(JSON.stringify(value) ?? 'nothing'), TEXT_MAX)
}

const keyOf = ({ call, path, kind, verdict }: JudgedDifference): string =>
  `${verdict}: ${call} ${anyRow(path)} ${kind}`

function reported(
  group: readonly JudgedDifference[],
  allowed: ReadonlySet<string>,
  hide: Hide,
): ReportedDifference | undefined {
  const [first] = group
  if (!first) return undefined
  const { verdict, call, operation, path, kind, rows, setting, place, recorded, simulated, note } = first
  const key = keyOf(first)
  return {
    key,
    verdict,
    call,
    operation,
    path: anyRow(path),
    kind,
    rows,
    setting: setting ?? null,
    count: group.length,
    first: {
      place,
      recorded: shown(recorded, path, hide),
      simulated: shown(simulated, path, hide),
      note: note === undefined ? null : hide(note),
    },
    allowed: allowed.has(key),
  }
}

/** Returns the keys that an earlier report has. Throws a TypeError if it is no report. */
function allowedKeys(allow: unknown): ReadonlySet<string> {
  if (allow === undefined) return new Set()
  const { fauxgraph, differences } = jsonMembers(allow)
  if (fauxgraph !== 'comparison' || !Array.isArray(differences))
    throw new TypeError('The allow-list must be a report of fauxgraph compare: an object with differences')
  return new Set(jsonList(differences).map((difference) => String(jsonMembers(difference)['key'])))
}

/**
 * Plays recorded exchanges in a world with the facts that they show, and compares the answers. Throws a
 * TypeError if a request cannot be read, or the options are wrong.
 */
export function compareRecording(
  exchanges: readonly RecordedExchange[],
  options: CompareOptions = {},
): ComparisonReport {
  const policy = { ...contractPolicy, ...options.policy }
  const allowed = allowedKeys(options.allow)
  const scanned = scan(exchanges)
  const { areas = [] } = options
  const played = playScan(scanned, { policy, areas })
  const groups = new Map<string, JudgedDifference[]>()
  for (const difference of judgeDifferences(scanned, { policy, areas }, played)) {
    const group = groups.get(keyOf(difference)) ?? []
    groups.set(keyOf(difference), group)
    group.push(difference)
  }
  const hide = hideTokens(scanned.tokens.keys())
  const differences = [...groups.values()].flatMap((group) => reported(group, allowed, hide) ?? [])
  const { calls, lacking, playedAt } = played
  return { fauxgraph: 'comparison', calls, differences, lacking, ...(playedAt.length > 0 && { playedAt }) }
}

/** The differences that no allow-list has. */
export const newDifferences = ({ differences }: ComparisonReport): readonly ReportedDifference[] =>
  differences.filter(({ allowed }) => !allowed)
