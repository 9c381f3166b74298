import { endpoints } from '../../chapters/registry.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { Area } from '../../service/area/area.ts'
import { contractPolicy, type Policy, platformPolicy } from '../../service/policy.ts'
import { liveNames } from '../../service/views/live-fields.ts'
import { type AnswerDifference, type PlayedCalls, playScan } from './play.ts'
import { citedRows, generalRows } from './rows.ts'
import type { Scan } from './scan.ts'
import { anyRow, memberOf } from './values.ts'

/** Why an answer differs. */
export type Verdict = 'contract' | 'policy' | 'not simulated' | 'differs'

/** A difference with its verdict. */
export interface JudgedDifference extends AnswerDifference {
  readonly verdict: Verdict
  /** The rows of the requirements or decisions that the simulator follows; for `contract`. */
  readonly rows: readonly string[]
  /** The setting under which the simulator agrees, such as `postTimes=iso`; for `policy`. */
  readonly setting: string | undefined
}

/** The policy and the areas with which a recording was played. */
interface JudgeOptions {
  readonly policy: Policy
  readonly areas: readonly Area[]
}

/** A policy that differs in one key. */
interface Alternative {
  readonly setting: string
  readonly policy: Partial<Policy>
}

const choices: Readonly<Record<string, readonly Json[]>> = {
  postTimes: ['unix', 'iso'],
  defaultFields: ['all', 'minimal'],
  unknownFields: ['refuse', 'ignore'],
  fromForUserTokens: ['onlyCurrentUser', 'keepPages'],
  unpublishedInFeed: ['onRequest', 'always', 'never'],
  jsonQuotes: ['double', 'any'],
  scheduledPosts: ['publishAtTime', 'stayScheduled'],
  photoUrls: ['synthetic', 'registered'],
  links: ['open', 'registered'],
  beyond: ['refuse', 'serve'],
}

const settingOf = (key: string, value: Json): string =>
  `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`

/** Returns the policies that differ from one in a single key, and could explain differences. */
function alternativesTo(policy: Policy, differences: readonly AnswerDifference[]): readonly Alternative[] {
  const current = new Map<string, unknown>(Object.entries(policy))
  const chosen = Object.entries(choices).flatMap(([key, values]) =>
    values
      .filter((value) => value !== (current.get(key) ?? (key === 'beyond' ? 'refuse' : undefined)))
      .map((value): Alternative => ({ setting: settingOf(key, value), policy: { [key]: value } })),
  )
  return [...chosen, ...statusAlternatives(policy, differences), ...versionAlternatives(policy)]
}

/** The statuses of errors, as the recording has them. */
function statusAlternatives(
  policy: Policy,
  differences: readonly AnswerDifference[],
): readonly Alternative[] {
  const seen = new Map<number, number>()
  for (const { kind, error, recorded } of differences)
    if (kind === 'status' && error && typeof recorded === 'number' && recorded >= 400)
      seen.set(error.code, recorded)
  return [...seen].map(([code, status]) => ({
    setting: `errorStatus.${code}=${status}`,
    policy: { errorStatus: { ...policy.errorStatus, [code]: status } },
  }))
}

const versionAlternatives = (policy: Policy): readonly Alternative[] =>
  [contractPolicy.adsMinVersion, platformPolicy.adsMinVersion]
    .filter((version) => version !== policy.adsMinVersion)
    .map((version) => ({ setting: `adsMinVersion=${version}`, policy: { adsMinVersion: version } }))

const keyOf = ({ place, path }: AnswerDifference): string => `${place} ${path}`

/** Returns the differences of each exchange, as the texts that identify them. */
function keysByPlace(differences: readonly AnswerDifference[]): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>()
  for (const difference of differences)
    keys.set(difference.place, (keys.get(difference.place) ?? new Set()).add(keyOf(difference)))
  return keys
}

/** The differences of each kind for which a setting is tried before it is tried for all. */
const SAMPLE = 20

/** The first differences of each kind, and the number of calls up to the last of them. */
interface Sample extends Pick<PlayedCalls, 'differences'> {
  readonly count: number
}

/** Returns the first differences of each kind, and the number of calls that show them. */
function sampleOf({ calls }: Scan, { differences }: PlayedCalls): Sample {
  const counts = new Map<string, number>()
  const sample = differences.filter(({ call, path, kind }) => {
    const group = `${call} ${anyRow(path)} ${kind}`
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count <= SAMPLE
  })
  const last = sample.at(-1)?.place
  return { differences: sample, count: calls.findIndex(({ exchange }) => exchange.place === last) + 1 }
}

/**
 * Returns those differences that another policy makes disappear. A policy under which the answer differs
 * elsewhere explains nothing: a call that is refused has few differences.
 *
 * @param before The differences of each exchange.
 * @param after Those under the other policy.
 */
function explained(
  of: readonly AnswerDifference[],
  before: ReturnType<typeof keysByPlace>,
  after: ReturnType<typeof keysByPlace>,
): readonly AnswerDifference[] {
  return of.filter((difference) => {
    const here = after.get(difference.place)
    if (here === undefined) return true
    const known = before.get(difference.place)
    return !here.has(keyOf(difference)) && [...here].every((key) => known?.has(key))
  })
}

/** Returns the settings that make differences disappear. */
function settingsFor(
  scanned: Scan,
  { policy, areas }: JudgeOptions,
  played: PlayedCalls,
): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  // No setting explains the lack of a node that was not made.
  if (played.differences.every(({ unmade }) => unmade)) return settings
  const sample = sampleOf(scanned, played)
  const before = keysByPlace(played.differences)
  for (const alternative of alternativesTo(policy, played.differences)) {
    const options = { policy: { ...policy, ...alternative.policy }, areas }
    const tried = playScan(scanned, { ...options, count: sample.count })
    if (explained(sample.differences, before, keysByPlace(tried.differences)).length === 0) continue
    const { differences } = sample.count < scanned.calls.length ? playScan(scanned, options) : tried
    if (differences.length >= played.differences.length) continue
    for (const difference of explained(played.differences, before, keysByPlace(differences))) {
      const key = keyOf(difference)
      if (!settings.has(key)) settings.set(key, alternative.setting)
    }
  }
  return settings
}

let documented: ReadonlySet<string> | undefined

/** Whether the live service has a field of this name on any node. */
function isLiveName(name: string): boolean {
  documented ??= new Set(Object.values(liveNames).flatMap((names) => names.split(' ')))
  return documented.has(name)
}

/** Whether a member, or an endpoint, is one that the live service has and the simulator does not. */
function isNotSimulated(difference: AnswerDifference): boolean {
  const { kind, path, operation, lacks, notSimulated } = difference
  if (notSimulated || (operation === null && kind === 'status')) return true
  return kind === 'missing' && (lacks.includes(memberOf(path)) || isLiveName(memberOf(path)))
}

const isDescribed = (operation: string | null): boolean => {
  const found = Object.entries(endpoints).find(([name]) => name === operation)?.[1]
  return found !== undefined && !('source' in found && found.source !== undefined)
}

/** Whether a recorded member is one that no description has. */
const isUnknownMember = ({ kind }: AnswerDifference): boolean => kind === 'missing'

function judged(difference: AnswerDifference, setting: string | undefined): JudgedDifference {
  const rows = citedRows(difference)
  const base = { ...difference, rows: [], setting: undefined }
  if (difference.unmade) return { ...base, verdict: 'differs' }
  if (setting !== undefined) return { ...base, verdict: 'policy', setting }
  if (isNotSimulated(difference)) return { ...base, verdict: 'not simulated' }
  const isContract = rows.length > 0 && !isUnknownMember(difference)
  // A decision about all operations judges those beyond the description alike.
  const isGeneral = generalRows(difference).length > 0
  const follows = isGeneral || difference.operation === null || isDescribed(difference.operation)
  return isContract && follows ? { ...base, verdict: 'contract', rows } : { ...base, verdict: 'differs' }
}

/** Judges each difference: whether a setting agrees, something is not simulated, or a row says otherwise. */
export function judgeDifferences(
  scanned: Scan,
  options: JudgeOptions,
  played: PlayedCalls,
): readonly JudgedDifference[] {
  const settings = settingsFor(scanned, options, played)
  return played.differences.map((difference) => judged(difference, settings.get(keyOf(difference))))
}
