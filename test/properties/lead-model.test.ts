import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { State } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'
import { permissions } from '../../src/service/caller/caller.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { holds, path, scale } from '../chance.ts'
import {
  type Answer,
  type Condition,
  exportsForm,
  type Holder,
  limit,
  type Model,
  readsAd,
  readsForm,
  readsLead,
  submitForm,
} from './lead-model.ts'

/** Two pages and two ads, people with different permissions, and the model of them. */
const stage = (() => {
  const policy = { leadReadLimit: limit, pageCallLimit: null }
  const world = createWorld({ seed: 'lead model', policy })
  const { actions } = world
  const named = (name: string) => actions.createUser({ name }).unwrap().id
  const users = ['owner', 'manager', 'advertiser', 'chosen', 'outsider'].map(named)
  const [owner = '', manager = '', advertiser = '', chosen = '', outsider = ''] = users
  const pages = [0, 1].map((place) =>
    String(actions.createPage({ name: `Page ${place}`, administrators: [owner] }).unwrap().id),
  )
  const [first = '', second = ''] = pages
  const tasks: Model['tasks'] = {}
  const assign = (user: string, page: string, held: ('MANAGE' | 'ADVERTISE')[]) => {
    actions.assignTasks({ page, user, tasks: held }).unwrap()
    tasks[`${user} ${page}`] = held
  }
  for (const page of pages) assign(owner, page, ['MANAGE', 'ADVERTISE'])
  assign(manager, first, ['MANAGE'])
  assign(advertiser, second, ['MANAGE', 'ADVERTISE'])
  const roles: string[] = []
  const ads: Record<string, string> = {}
  for (const holders of [[owner, advertiser, outsider], [manager]]) {
    const account = actions.createAdAccount({ name: 'Account', administrators: holders }).unwrap().id
    roles.push(...holders.map((holder) => `${holder} ${account}`))
    const scopes = ['ads_management'] as const
    const app = actions.createApp({ name: 'Ads' }).unwrap().id
    const [user = ''] = holders
    const { token } = actions.issueToken({ kind: 'user', app, user, scopes }).unwrap()
    const campaign = world
      .as(token)
      .createCampaign({
        adAccount: account,
        name: 'C',
        special_ad_categories: [],
        objective: 'LEAD_GENERATION',
      })
      .unwrap().id
    const adSet = actions.createAdSet({ campaign: String(campaign), name: 'S' }).unwrap().id
    const creative = actions.createCreative({ adAccount: account, name: 'K' }).unwrap().id
    ads[actions.createAdWithCreative({ adSet, creative, name: 'A' }).unwrap().id] = account
  }
  const young = actions.createApp({ name: 'Young' }).unwrap().id
  const old = actions.createApp({ name: 'Old', createdTime: '2018-07-02T12:00:00Z' }).unwrap().id
  const holders = new Map<string, Holder>()
  const issue = (
    user: string,
    scopes: readonly (typeof permissions)[number][],
    more: { old?: true; page?: string } = {},
  ) => {
    const kind = more.page === undefined ? 'user' : 'page'
    const page = more.page === undefined ? {} : { page: more.page }
    const app = more.old ? old : young
    const { token } = actions.issueToken({ kind, app, user, scopes, ...page }).unwrap()
    holders.set(token, { user, scopes, young: !more.old, ...page })
  }
  issue(owner, permissions)
  issue(owner, ['leads_retrieval'], { page: first })
  issue(owner, ['ads_management'])
  issue(manager, ['leads_retrieval'])
  issue(manager, ['leads_retrieval', 'ads_management'])
  issue(manager, [], { old: true })
  issue(advertiser, ['leads_retrieval'])
  issue(chosen, ['leads_retrieval'])
  issue(outsider, ['leads_retrieval'])
  issue(outsider, [], { old: true })
  const read = service.restore(world.snapshot())
  if (!read.ok) throw new Error(read.problem)
  return { state: read.state, users, pages, tasks, roles, ads, holders }
})()

const tokens = [...stage.holders.keys()]
const adIds = Object.keys(stage.ads)

type Way = 'form' | 'ad'
type Command =
  | { readonly kind: 'form'; readonly page: number }
  | {
      readonly kind: 'submit'
      readonly form: number
      readonly ad: number
      readonly preview: boolean
      readonly checked: boolean
    }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'access'; readonly page: number; readonly users: readonly number[] | undefined }
  | {
      readonly kind: 'tasks'
      readonly page: number
      readonly user: number
      readonly tasks: readonly string[]
    }
  | { readonly kind: 'read'; readonly token: number; readonly lead: number }
  | {
      readonly kind: 'list'
      readonly token: number
      readonly of: Way
      readonly pick: number
      readonly filters: readonly (readonly [number, number])[]
      readonly most: number
    }
  | {
      readonly kind: 'export'
      readonly token: number
      readonly form: number
      readonly from: number | undefined
      readonly to: number | undefined
    }

const operators = ['LESS_THAN', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL']
const pick = fc.nat(9)
/** Draws a person. The owner, who has all permissions at first, comes as often as all others together. */
const token = fc.oneof(fc.constant(0), fc.nat(tokens.length - 1))
/** A lead whose second is meant, and an offset. */
const near = fc.tuple(fc.nat(11), fc.integer({ min: -1, max: 1 })).map(([lead, off]) => lead * 3 + off + 1)
const short = fc.integer({ min: 0, max: 2_500 })
const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('form' as const), page: fc.nat(1) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      form: fc.nat(2),
      ad: fc.nat(2),
      preview: fc.boolean(),
      checked: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      milliseconds: fc.oneof(
        { weight: 8, arbitrary: short },
        { weight: 2, arbitrary: fc.integer({ min: 1_000, max: 4_000_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: 80_000_000, max: 2 * 86_400_000 }) },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('access' as const),
      page: fc.nat(1),
      users: fc.option(fc.subarray([0, 1, 2, 3, 4]), { nil: undefined, freq: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('tasks' as const),
      page: fc.nat(1),
      user: fc.nat(4),
      tasks: fc.subarray(['MANAGE', 'ADVERTISE', 'MODERATE']),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('read' as const), token, lead: fc.nat(19) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('list' as const),
      token,
      of: fc.constantFrom<Way>('form', 'ad'),
      pick,
      filters: fc.array(fc.tuple(fc.nat(2), near), { maxLength: 2 }),
      most: fc.constantFrom(1, 2, 5, 25),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('export' as const),
      token,
      form: pick,
      from: fc.option(near, { nil: undefined }),
      to: fc.option(near, { nil: undefined }),
    }),
  },
)

/** A run of the world and the model, side by side. */
interface Run {
  state: State
  readonly model: Model
  readonly notices: unknown[]
}

function begin(): Run {
  const { tasks, roles, ads, state } = stage
  const model: Model = {
    now: state.graph.now,
    forms: [],
    pages: stage.pages,
    leads: [],
    reads: [],
    notices: [],
    ads,
    tasks: { ...tasks },
    roles,
    access: {},
  }
  const run: Run = { state, model, notices: [] }
  for (const page of [0, 0, 1]) play(run, { kind: 'form', page })
  return run
}

function taken(run: Run, input: object): { value?: unknown; code?: number } {
  const { state, outcome, events } = service.step(run.state, input)
  run.state = state
  run.notices.push(...events.filter(({ type }) => type === 'leadgen').map(({ data }) => data))
  return outcome.ok ? { value: outcome.value } : { code: outcome.error.code }
}

function done(run: Run, name: string, params: object): Record<string, unknown> {
  const { value, code } = taken(run, { type: 'action', name, params })
  if (code !== undefined) throw new Error(`${name} was refused with ${code}`)
  return value as Record<string, unknown>
}

type Shown = Record<string, unknown> & { custom_disclaimer_responses?: readonly { is_checked: string }[] }

/** A record in the form of the model. */
function plainLead({ custom_disclaimer_responses: [response] = [], ...rest }: Shown): object {
  return { ...rest, checked: response !== undefined && response.is_checked !== '' }
}

const fields = 'id,created_time,ad_id,form_id,is_organic,custom_disclaimer_responses'

function asked(run: Run, operation: string, place: number, params: object): Answer {
  const call = { type: 'call', operation, token: tokens[place], params }
  const { value, code } = taken(run, call)
  if (code !== undefined) return { code }
  if (operation === 'exportLeads') return { data: rowsOf(String(value)), more: false }
  if (operation === 'readLead') return { data: [plainLead(value as Shown)], more: false }
  const { data, paging } = value as { data: readonly Shown[]; paging: { next?: string } }
  return { data: data.map(plainLead), more: paging.next !== undefined }
}

/** The rows of an export in the form of the model. */
function rowsOf(file: string): object[] {
  const [head = [], ...rows] = file
    .slice(0, -1)
    .split('\n')
    .map((line) => line.split('\t'))
  return rows.map((row) => {
    const cells = Object.fromEntries(head.map((name, at) => [name, row[at]]))
    return {
      id: cells['id'],
      created_time: cells['created_time'],
      ...(cells['ad_id'] !== '' && { ad_id: cells['ad_id'] }),
      form_id: cells['form_id'],
      is_organic: cells['is_organic'] === '1',
      checked: cells['news'] !== '',
    }
  })
}

const holderAt = (place: number): Holder => stage.holders.get(tokens[place] ?? '') as Holder
const formAt = ({ model }: Run, place: number): string => model.forms[place % model.forms.length]?.id ?? ''

/** Returns a second near the creation of a lead; a small number is an offset from the beginning. */
function secondAt({ model }: Run, place: number): number {
  const lead = model.leads[Math.floor(place / 3) % Math.max(1, model.leads.length)]
  return Math.floor((lead?.time ?? stage.state.graph.now) / 1000) + (place % 3) - 1
}

const seen = { commands: 0, codes: new Map<number, number>(), rows: 0 }

function agree(one: Answer, other: Answer, what: Command): void {
  expect(one, JSON.stringify(what)).toEqual(other)
  if ('code' in one) seen.codes.set(one.code, (seen.codes.get(one.code) ?? 0) + 1)
  else seen.rows += one.data.length
}

function changes(run: Run, command: Command): boolean {
  const { model } = run
  if (command.kind === 'form') {
    const page = stage.pages[command.page] ?? ''
    const { id } = done(run, 'createLeadForm', { page, questions: [], disclaimers: [{ key: 'news' }] })
    model.forms.push({ id: String(id), page, time: model.now })
  } else if (command.kind === 'submit') {
    const { preview, checked } = command
    const form = formAt(run, command.form)
    const ad = adIds[command.ad]
    const given = {
      form,
      answers: {},
      disclaimers: { news: checked },
      preview,
      ...(ad !== undefined && { ad }),
    }
    const { id } = done(run, 'submitLead', given)
    submitForm(model, { id: String(id), form, ad: preview ? undefined : ad, preview, checked })
  } else if (command.kind === 'wait') {
    if (command.milliseconds > 0) taken(run, { type: 'advance', to: model.now + command.milliseconds })
    model.now += command.milliseconds
  } else if (command.kind === 'access') {
    const page = stage.pages[command.page] ?? ''
    const users = command.users?.map((place) => stage.users[place] ?? '')
    done(run, 'setLeadAccess', { page, ...(users && { users }) })
    model.access[page] = users
  } else if (command.kind === 'tasks') {
    const [user = '', page = ''] = [stage.users[command.user], stage.pages[command.page]]
    done(run, 'assignTasks', { page, user, tasks: command.tasks })
    model.tasks[`${user} ${page}`] = command.tasks
  } else return false
  return true
}

function play(run: Run, command: Command): void {
  seen.commands += 1
  const { model } = run
  if (changes(run, command) || !('token' in command)) return
  const holder = holderAt(command.token)
  if (command.kind === 'read') {
    const lead = model.leads[command.lead % Math.max(1, model.leads.length)]?.id ?? '1'
    agree(asked(run, 'readLead', command.token, { lead, fields }), readsLead(model, holder, lead), command)
  } else if (command.kind === 'list') {
    const { of, most } = command
    const conditions: Condition[] = command.filters.map(([operator, place]) => ({
      operator: operators[operator] ?? '',
      value: secondAt(run, place),
    }))
    const filtering = conditions.map((condition) => ({ field: 'time_created', ...condition }))
    const id = of === 'form' ? formAt(run, command.pick) : (adIds[command.pick % adIds.length] ?? '')
    const operation = of === 'form' ? 'listFormLeads' : 'listAdLeads'
    const answer = asked(run, operation, command.token, { [of]: id, filtering, limit: most, fields })
    const expected = (of === 'form' ? readsForm : readsAd)(model, holder, id, conditions, most)
    agree(answer, expected, command)
  } else if (command.kind === 'export') {
    const id = formAt(run, command.form)
    const [from, to] = [command.from, command.to].map((place) =>
      place === undefined ? undefined : secondAt(run, place),
    )
    const dates = { ...(from !== undefined && { from_date: from }), ...(to !== undefined && { to_date: to }) }
    const answer = asked(run, 'exportLeads', command.token, { id, type: 'form', ...dates })
    agree(answer, exportsForm(model, holder, id, from, to), command)
  }
}

const RUNS = 100

test('sequences of commands on leads agree with a model of the contract [LEA-002..004, LIM-020]', () => {
  const property = fc.property(fc.array(commands, { maxLength: 100, size: 'max' }), (list) => {
    const run = begin()
    for (const command of list) play(run, command)
    expect(run.notices).toEqual(run.model.notices)
  })
  holds(RUNS, property)
  if (process.env['FAUXGRAPH_RATES'] !== undefined) console.info(seen)
}, 600_000)

test.skipIf(path !== undefined)('the sequences are long, and come to every answer', () => {
  expect(seen.commands).toBeGreaterThan(40 * RUNS * scale)
  expect(seen.rows).toBeGreaterThan(10 * RUNS * scale)
  expect(Math.min(...[100, 200, 80_001].map((code) => seen.codes.get(code) ?? 0))).toBeGreaterThan(RUNS / 2)
})
