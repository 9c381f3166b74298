import type { Json } from '../../engine/values/guard.ts'
import { textOf } from '../../engine/values/json-text.ts'
import { grantablePermissions } from '../../service/caller/granted.ts'
import type { ServiceOutcome } from '../../service/routes/context.ts'
import { runCall, runSettled } from '../../world/handle/handle.ts'
import { handleOf } from '../../world/handles.ts'
import type { World } from '../../world/world.ts'
import { jsonMembers } from './exchange.ts'
import type { NameMap } from './names.ts'
import type { Scan, SeenFact } from './scan.ts'

/** The outcome of making a fact. */
export type Made = ServiceOutcome

/** The state of the facts that are made. */
export interface Making {
  readonly scan: Scan
  readonly world: World
  readonly names: NameMap
  readonly lacking: { id: string; reason: string }[]
  /** The app that issues tokens. */
  app: string
  /** The tokens of apps, by their recorded ids. */
  readonly appTokens: Map<string, string>
  /** The tokens with which the posts of each page are made. */
  readonly pageTokens: Map<string, string>
  /** The user who administers everything that has no other owner. */
  user: string
  userToken: string
  /** The ad account of what has no other one, once it is made. */
  adAccount: string
  /** The campaigns and ad sets of what has no other one, by their ad accounts or campaigns. */
  readonly parents: Map<string, string>
}

const permissionsIn = (world: World) => grantablePermissions(world.policy)

/** Does an action. */
export const performIn = ({ world }: Making, name: string, params: object): Made =>
  runSettled(handleOf(world), { type: 'action', name, params }).outcome

/** Makes a call with a token. */
export const callAs = ({ world }: Making, token: string, operation: string, params: object): Made =>
  runCall(handleOf(world), { type: 'call', operation, token, params }).outcome

/** Returns the members of a record that an action takes, under its own names. */
export function taken(
  record: SeenFact['record'],
  members: Readonly<Record<string, string>>,
): Record<string, Json> {
  const entries = Object.entries(members).flatMap(([name, parameter]) => {
    const value = record[name]
    const isTruth = value === 'true' || value === 'false'
    return value === undefined || value === null || isTruth ? [] : [[parameter, value] as const]
  })
  return Object.fromEntries(entries)
}

/** Relates the id of a fact to that of its row. */
export function relateFact(making: Making, fact: SeenFact, outcome: Made): void {
  if (!outcome.ok) {
    making.lacking.push({ id: fact.id, reason: outcome.error.message })
    return
  }
  const ids = (text: string) => text.match(/\d+/g) ?? []
  const made = ids(String(jsonMembers(outcome.value)['id']))
  for (const [index, id] of ids(fact.id).entries()) making.names.pair('id', id, made[index] ?? id)
}

/** Returns the simulated id of a fact. */
export const ownId = ({ names }: Making, id: string | undefined): string =>
  id === undefined ? '' : names.node(id)

/** Issues a token. */
export function issue(making: Making, params: object): string {
  const scopes = permissionsIn(making.world)
  const outcome = performIn(making, 'issueToken', { app: making.app, user: making.user, scopes, ...params })
  return outcome.ok ? textOf(jsonMembers(outcome.value)['token']) : ''
}

/** Returns the simulated id of the first fact of a kind. */
export function firstFact(making: Making, kind: SeenFact['kind']): string {
  const first = [...making.scan.facts.values()].find((fact) => fact.kind === kind)
  return ownId(making, first?.id.replace('act_', ''))
}

/** Returns the simulated id of the first ad account, or else of one that no recording shows. */
export function anyAdAccount(making: Making): string {
  const first = firstFact(making, 'adAccount')
  if (first !== '') return first
  if (making.adAccount === '') {
    const made = performIn(making, 'createAdAccount', {
      name: 'An ad account',
      administrators: [making.user],
    })
    making.adAccount = made.ok ? textOf(jsonMembers(made.value)['id']) : ''
  }
  return making.adAccount
}

export function pageToken(making: Making, page: string): string {
  const token = making.pageTokens.get(page) ?? issue(making, { kind: 'page', page })
  making.pageTokens.set(page, token)
  return token
}
