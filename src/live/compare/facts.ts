import { textOf } from '../../engine/values/json-text.ts'
import { HOUR_MS } from '../../engine/values/milliseconds.ts'
import type { Area } from '../../service/area/area.ts'
import type { Policy } from '../../service/policy.ts'
import { createWorld } from '../../world/create-world.ts'
import type { World } from '../../world/world.ts'
import { jsonList, jsonMembers } from './exchange.ts'
import { factMakers } from './make-facts.ts'
import { issue, type Making, ownId, relateFact } from './making.ts'
import { firstPart, type NameMap, newNames } from './names.ts'
import { appIn, madeAt, type Scan, type SeenFact, type SeenToken } from './scan.ts'
import type { PlayedAt } from './versions.ts'

/** A world with the facts of a recording. */
export interface ComparedWorld {
  readonly world: World
  readonly names: NameMap
  /** The facts that could not be made, each with the reason. */
  readonly lacking: readonly { readonly id: string; readonly reason: string }[]
  /** The ids of these facts. */
  readonly unmade: ReadonlySet<string>
  /** The calls that were played at another version than the recorded one, so far. */
  readonly playedAt: Map<string, PlayedAt>
}

/** Options of the world of a recording. */
export interface StageOptions {
  readonly policy?: Partial<Policy>
  readonly seed?: string
  readonly history?: 'full' | 'off'
  readonly areas?: readonly Area[]
}

/** Minutes between the facts without a time and the first one with a time. */
const BEFORE = HOUR_MS

const order = Object.keys(factMakers)

/** Returns the facts in the order in which they are made: by kind, and then by time. */
function inOrder(scan: Scan): readonly SeenFact[] {
  const facts = [...scan.facts.values()]
  const owners = new Set(
    facts.flatMap(({ id, kind }) => (kind !== 'comment' && firstPart(id) !== id ? [firstPart(id)] : [])),
  )
  for (const page of owners)
    if (!scan.facts.has(page)) facts.push({ id: page, kind: 'page', owner: undefined, record: {} })
  for (const fact of facts) if (owners.has(fact.id)) fact.kind = 'page'
  const rank = ({ kind }: SeenFact) => (kind === undefined ? -1 : order.indexOf(kind))
  const isEarly = (fact: SeenFact) => rank(fact) < order.indexOf('campaign')
  // The rows of a list come newest first, but for comments: of two facts of one time the later one is older.
  const isComment = ({ kind }: SeenFact) => kind === 'comment'
  const reversed = [...facts.filter((fact) => !isComment(fact)).toReversed(), ...facts.filter(isComment)]
  const time = (fact: SeenFact) => (isEarly(fact) ? 0 : (madeAt(fact) ?? 0))
  return reversed.toSorted((one, other) =>
    isEarly(one) || isEarly(other)
      ? rank(one) - rank(other)
      : time(one) - time(other) || rank(one) - rank(other),
  )
}

/** Issues the tokens of a recording. */
function makeTokens(making: Making): void {
  for (const token of making.scan.tokens.values()) {
    if (token.isAnswered || (token.refused !== undefined && token.refused !== 463)) continue
    making.names.pair('token', token.text, tokenOf(making, token))
  }
}

/** Returns the page of a token that was used for one page alone, and for nothing else. */
function onlyPage({ facts }: Scan, { targets, isUser }: SeenToken): string | undefined {
  if (isUser) return undefined
  const owners = [...targets].map(firstPart)
  const known = [...new Set(owners)].filter((owner) => facts.has(owner))
  const [page, ...others] = known
  return others.length === 0 && page !== undefined && facts.get(page)?.kind === 'page' ? page : undefined
}

function tokenOf(making: Making, token: SeenToken): string {
  const { scan, world } = making
  const app = making.appTokens.get(appIn(token.text) ?? '')
  if (app !== undefined) return app
  if (token.refused === 463)
    return issue(making, { kind: 'user', expiresAt: Math.floor(world.clock.now / 1000) })
  const node = scan.facts.get(token.node ?? onlyPage(scan, token) ?? '')
  if (node?.kind === 'page') return issue(making, { kind: 'page', page: ownId(making, node.id) })
  if (node) return issue(making, { kind: 'user', user: ownId(making, node.id) })
  return making.userToken
}

const APP_NAME = 'The app of the recording'

/** Returns the names of the apps that records and tokens show, by their ids: at least one. */
function appsOf({ calls, apps }: Scan): ReadonlyMap<string, string> {
  const rows = calls.flatMap(({ answer }) => [answer, ...jsonList(jsonMembers(answer)['data'])])
  const found = rows
    .map((row) => jsonMembers(jsonMembers(row)['application']))
    .find(({ id }) => id !== undefined)
  const shown = found ? [[textOf(found['id']), textOf(found['name']) || APP_NAME] as const] : []
  const all = new Map([...[...apps].map((id) => [id, APP_NAME] as const), ...shown])
  return all.size === 0 ? new Map([['', APP_NAME]]) : all
}

/** Creates the apps of a recording. The first one issues the tokens. */
function makeApps(making: Making): void {
  for (const [id, name] of appsOf(making.scan)) {
    const made = making.world.actions.createApp({ name, administrators: [making.user] }).unwrap()
    making.app ||= made.id
    if (id === '') continue
    making.appTokens.set(id, made.token)
    making.names.pair('id', id, made.id)
  }
}

/** Returns the instant at which the world begins: before all facts. */
function beginning(scan: Scan): number | undefined {
  const times = [...scan.facts.values()].flatMap((fact) => madeAt(fact) ?? [])
  const asked = scan.calls.flatMap(({ exchange }) => exchange.at ?? [])
  const all = [...times, ...asked]
  return all.length === 0 ? undefined : all.reduce((least, time) => Math.min(least, time)) - BEFORE
}

/**
 * Creates a world with the facts that a recording shows, by actions and calls alone: the nodes that it read
 * before it made them, and its tokens. Facts without a time are made an hour before the first with a time.
 */
export function stageOf(scan: Scan, options: StageOptions): ComparedWorld {
  const now = beginning(scan)
  const world = createWorld({ ...options, ...(now !== undefined && { now }) })
  const user = world.actions.createUser({ name: 'The user of the recording' }).unwrap().id
  const making: Making = {
    scan,
    world,
    names: newNames(),
    lacking: [],
    app: '',
    appTokens: new Map(),
    pageTokens: new Map(),
    adAccount: '',
    parents: new Map(),
    user,
    userToken: '',
  }
  makeApps(making)
  const facts = inOrder(scan)
  const [owner] = facts.filter(({ kind }) => kind === 'user')
  for (const fact of facts) {
    if (fact.kind === undefined) {
      making.lacking.push({ id: fact.id, reason: 'the recording does not show what it is' })
      continue
    }
    const at = madeAt(fact)
    if (at !== undefined && at > world.clock.now) world.clock.advanceTo(at)
    relateFact(making, fact, factMakers[fact.kind](making, fact))
    if (fact === owner) making.user = ownId(making, fact.id)
  }
  if (making.userToken === '') making.userToken = issue(making, { kind: 'user' })
  makeTokens(making)
  const { names, lacking } = making
  return { world, names, lacking, unmade: new Set(lacking.map(({ id }) => id)), playedAt: new Map() }
}
