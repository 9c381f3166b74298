import type { Json } from '../engine/values/guard.ts'
import { grantablePermissions } from '../graph/caller/granted.ts'
import type { ServiceOutcome } from '../graph/routes/context.ts'
import { take, takeCall } from '../world/handle/handle.ts'
import { handleOf } from '../world/handles.ts'
import type { World } from '../world/world.ts'
import { jsonList, jsonMembers, textOf } from './exchange.ts'
import type { NameMap } from './names.ts'
import type { Scan, SeenFact } from './scan.ts'

type Made = ServiceOutcome

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
}

const permissionsIn = (world: World) => grantablePermissions(world.policy)

const act = ({ world }: Making, name: string, params: object): Made =>
  take(handleOf(world), { type: 'action', name, params }).outcome

const callAs = ({ world }: Making, token: string, operation: string, params: object): Made =>
  takeCall(handleOf(world), { type: 'call', operation, token, params }).outcome

/** Returns the members of a record that an action takes, under its own names. */
function taken(record: SeenFact['record'], members: Readonly<Record<string, string>>): Record<string, Json> {
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
  for (const [place, id] of ids(fact.id).entries()) making.names.pair('id', id, made[place] ?? id)
}

/** Returns the simulated id of a fact. */
export const ownId = ({ names }: Making, id: string | undefined): string =>
  id === undefined ? '' : names.node(id)

/** Issues a token. */
export function issue(making: Making, params: object): string {
  const scopes = permissionsIn(making.world)
  const outcome = act(making, 'issueToken', { app: making.app, user: making.user, scopes, ...params })
  return outcome.ok ? textOf(jsonMembers(outcome.value)['token']) : ''
}

const makeUser = (making: Making, fact: SeenFact): Made =>
  act(making, 'createUser', {
    name: 'Somebody',
    ...taken(fact.record, {
      name: 'name',
      username: 'username',
      first_name: 'firstName',
      last_name: 'lastName',
      email: 'email',
    }),
  })

const pageMembers = {
  name: 'name',
  username: 'username',
  category: 'category',
  is_published: 'published',
  is_verified: 'verified',
  fan_count: 'fans',
  followers_count: 'followers',
}

function makePage(making: Making, { record }: SeenFact): Made {
  const params = { name: 'A page', ...taken(record, pageMembers), administrators: [making.user] }
  const made = act(making, 'createPage', params)
  // A category that the simulator does not have is left out, and found by the comparison.
  return made.ok ? made : act(making, 'createPage', { ...params, category: undefined })
}

const makeAdAccount = (making: Making, { record }: SeenFact): Made =>
  act(making, 'createAdAccount', {
    name: 'An ad account',
    ...taken(record, { name: 'name', currency: 'currency' }),
    administrators: [making.user],
  })

const campaignMembers = Object.fromEntries(
  [
    'name',
    'objective',
    'status',
    'special_ad_categories',
    'daily_budget',
    'lifetime_budget',
    'buying_type',
    'bid_strategy',
    'spend_cap',
  ].map((name) => [name, name]),
)

function makeCampaign(making: Making, { record, owner }: SeenFact): Made {
  const account = ownId(making, owner?.replace('act_', '') ?? textOf(record['account_id']))
  const params = { objective: 'LINK_CLICKS', name: 'A campaign', special_ad_categories: [] }
  return callAs(making, making.userToken, 'createCampaign', {
    ...params,
    ...taken(record, campaignMembers),
    adAccount: account === '' ? firstOf(making, 'adAccount') : account,
  })
}

/** Returns the simulated id of the first fact of a kind. */
function firstOf(making: Making, kind: SeenFact['kind']): string {
  const first = [...making.scan.facts.values()].find((fact) => fact.kind === kind)
  return ownId(making, first?.id.replace('act_', ''))
}

const pageOf = (making: Making, { owner }: SeenFact): string =>
  owner === undefined ? firstOf(making, 'page') : ownId(making, owner)

function makeForm(making: Making, fact: SeenFact): Made {
  const leads = [...making.scan.facts.values()].filter(
    ({ kind, owner }) => kind === 'lead' && owner === fact.id,
  )
  const answered = leads.flatMap(({ record }) =>
    jsonList(record['field_data']).map((row) => textOf(jsonMembers(row)['name'])),
  )
  const asked = jsonList(fact.record['questions']).map(jsonMembers)
  const questions =
    asked.length > 0
      ? asked.map(({ key, label }) => ({ key: textOf(key), label: textOf(label) }))
      : [...new Set(answered.length > 0 ? answered : ['email'])].map((key) => ({ key, label: key }))
  return act(making, 'createLeadForm', {
    page: pageOf(making, fact),
    ...taken(fact.record, { name: 'name', locale: 'locale' }),
    questions,
  })
}

function makeLead(making: Making, { record, owner }: SeenFact): Made {
  const answers = jsonList(record['field_data'])
    .map(jsonMembers)
    .map(({ name, values }) => {
      const list = jsonList(values)
      return [textOf(name), list.length === 1 ? list[0] : list] as const
    })
  return act(making, 'submitLead', {
    form: owner === undefined ? firstOf(making, 'form') : ownId(making, owner),
    answers: Object.fromEntries(answers),
    ...taken(record, { platform: 'platform' }),
  })
}

function makePost(making: Making, fact: SeenFact): Made {
  const [page = ''] = fact.id.split('_')
  const id = ownId(making, page)
  const token = making.pageTokens.get(id) ?? issue(making, { kind: 'page', page: id })
  making.pageTokens.set(id, token)
  const { record } = fact
  const params = { message: ' ', ...taken(record, { message: 'message', is_published: 'published' }) }
  return callAs(making, token, 'publishPost', { page: id, ...params })
}

/** Makes a fact of each kind. */
export const factMakers: Readonly<
  Record<NonNullable<SeenFact['kind']>, (making: Making, fact: SeenFact) => Made>
> = {
  user: makeUser,
  page: makePage,
  adAccount: makeAdAccount,
  campaign: makeCampaign,
  form: makeForm,
  lead: makeLead,
  post: makePost,
}
