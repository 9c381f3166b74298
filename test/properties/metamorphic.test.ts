import fc from 'fast-check'
import { expect, test } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import type { State } from '../../src/index.ts'
import type { Node } from '../../src/service/routes/context.ts'
import { placeholders } from '../../src/service/routes/define.ts'
import type { NamedEndpoint } from '../../src/service/routes/route.ts'
import { idOf } from '../../src/service/routes/routes.ts'
import { holds, path, scale } from '../chance.ts'
import { type Asked, act, ask } from './ask.ts'
import { anyInput, callsByName, rarelyFit, takesPageToken } from './inputs.ts'
import { base, names, play } from './play.ts'
import { type Recipe, rowsOf } from './recipes.ts'

const token = names.userToken
const { page, form, ad } = names

/** Reads whose rule asks for a parameter that their schema does not require. */
const asksForMore: readonly string[] = ['validateTargeting']

const reads = [...registry.routes.byName.values()].filter(
  ({ method, endpoint, operation }) =>
    method === 'GET' &&
    endpoint.view &&
    endpoint.params.safeParse({}).success &&
    !asksForMore.includes(operation),
)

/** Worlds in which a few things have happened. */
const worlds = fc.array(anyInput, { maxLength: 30, size: 'max' })

const calm = {
  defaultFields: 'all',
  beyond: 'serve',
  pageCallLimit: null,
  adAccountCallLimit: null,
  leadReadLimit: null,
}

/** The state after some recipes. */
const after = (recipes: readonly Recipe[], from: State = base): State =>
  play(recipes, from).states.at(-1) ?? from

/** The state after some recipes, when no fault and no limit stand in the way of a call any more. */
const calmAfter = (recipes: readonly Recipe[]): State =>
  after([...recipes, { type: 'fault', clear: true }, { type: 'configure', policy: calm }])

/**
 * The fields that every node of the kind has: the children of a media that is no album are refused. An edge
 * within a record is another read, with its own access.
 */
const fieldNames = ({ endpoint, operation }: NamedEndpoint): string[] => {
  const { fields } = endpoint.view as { fields: Record<string, { edge?: boolean }> }
  const names = Object.keys(fields).filter((name) => !fields[name]?.edge)
  return names.filter((name) => operation !== 'readMedia' || name !== 'children')
}

function nodeOf(state: State, { placeholder, kind, operation }: NamedEndpoint, pick: number): object {
  if (!(placeholder in placeholders)) return {}
  const rows = rowsOf(state, [kind], operation === 'listMediaChildren' ? 'album' : undefined)
  const row = rows[pick % Math.max(1, rows.length)]
  return { [placeholder]: row ? idOf(row as unknown as Node) : 'undefined' }
}

function holderFor({ operation, endpoint }: NamedEndpoint): string {
  if (takesPageToken.includes(operation)) return names.pageToken
  return endpoint.access.surface === 'app' ? names.appToken : token
}

/** The named members of a record, and those that its view always shows. */
const projection = (record: unknown, fields: readonly string[], { endpoint }: NamedEndpoint) => {
  const { always = [] } = endpoint.view as { always?: readonly string[] }
  const kept = ['id', ...always, ...fields]
  return Object.fromEntries(Object.entries(Object(record)).filter(([name]) => kept.includes(name)))
}

/** The records of an answer: those of a list, or the one that was read. */
const recordsOf = ({ value }: Asked): unknown[] =>
  Array.isArray(value['data']) ? (value['data'] as unknown[]) : [value]

/** A batch of one request: few worlds have one by chance. */
const batch = {
  type: 'call',
  operation: 'createAsyncBatch',
  token,
  params: {
    adAccount: names.adAccount,
    name: 'Batch',
    adbatch: [{ name: 'one', relative_url: `act_${names.adAccount}/campaigns`, body: 'name=One' }],
  },
}

/** A comment on a post: few worlds have one by chance. */
const remark = {
  type: 'action',
  name: 'commentOnPost',
  params: { post: names.post, user: names.user, message: 'Hello' },
}

test('fields=a,b is the projection of the full read, and no read changes the graph', () => {
  const seen = new Set<string>()
  const chosen = fc.constantFrom(...reads).chain((entry) =>
    fc.record({
      entry: fc.constant(entry),
      fields: fc.subarray(fieldNames(entry), { minLength: 1 }),
      pick: fc.nat(5),
    }),
  )
  const property = fc.property(worlds, fc.array(chosen, { minLength: 1, maxLength: 8 }), (world, choices) => {
    const state = calmAfter([remark, ...world, batch])
    for (const { entry, fields, pick } of choices) {
      const node = nodeOf(state, entry, pick)
      const holder = holderFor(entry)
      const everything = fieldNames(entry).join(',')
      const full = ask(state, holder, entry.operation, { ...node, fields: everything })
      const part = ask(state, holder, entry.operation, { ...node, fields: fields.join(',') })
      expect([part.ok, part.code]).toEqual([full.ok, full.code])
      expect(part.state.graph).toBe(state.graph)
      if (!full.ok) continue
      seen.add(entry.operation)
      // Naming is_published brings unpublished posts into a feed: that is a filter, and no projection.
      if (entry.operation === 'listPageFeed' && !fields.includes('is_published')) continue
      expect(recordsOf(part)).toEqual(recordsOf(full).map((record) => projection(record, fields, entry)))
    }
  })
  holds(250, property)
  const expected = reads.map(({ operation }) => operation).filter((name) => !rarelyFit.has(name))
  if (path === undefined) expect([...seen]).toEqual(expect.arrayContaining(expected))
})

test('validate_only changes nothing, and says what the call without it would say', () => {
  const count = { sound: 0, refused: 0 }
  const creations = callsByName.get('createCampaign') ?? fc.constant({})
  const property = fc.property(worlds, fc.array(creations, { maxLength: 10 }), (world, recipes) => {
    const state = calmAfter(world)
    for (const recipe of recipes) {
      const input = recipe as { params: Record<string, unknown> }
      const { execution_options: _options, ...params } = input.params
      const [real, tried] = [{}, { execution_options: ['validate_only'] }].map((more) =>
        play([{ ...input, params: { ...params, ...more } }], state).steps.at(0),
      )
      expect(tried?.state.graph).toBe(state.graph)
      expect(tried?.events).toEqual([])
      expect(tried?.outcome.ok).toBe(real?.outcome.ok)
      if (!real?.outcome.ok) expect(tried?.outcome).toEqual(real?.outcome)
      count[real?.outcome.ok ? 'sound' : 'refused'] += 1
    }
  })
  holds(100, property)
  if (path === undefined) {
    expect(Math.min(count.sound, count.refused)).toBeGreaterThan(100 * scale)
  }
})

test('deleting twice is deleting once and an error', () => {
  const property = fc.property(worlds, fc.nat(5), (world, pick) => {
    const state = calmAfter(world)
    const entry = registry.routes.byName.get('deletePhoto')
    if (!entry) throw new Error('There is no deletePhoto')
    const node = nodeOf(state, entry, pick)
    const once = ask(state, token, 'deletePhoto', node)
    if (!once.ok) return
    const twice = ask(once.state, token, 'deletePhoto', node)
    expect([twice.ok, twice.code]).toEqual([false, 100])
    expect(twice.state.graph).toBe(once.state.graph)
  })
  holds(100, property)
})

/** A list that is read, and how one more row gets into it. */
interface Listed {
  readonly operation: string
  readonly params: object
  readonly grow: (state: State, at: number) => Asked
}

const lists: readonly Listed[] = [
  {
    operation: 'listPageFeed',
    params: { page },
    grow: (state, at) => ask(state, token, 'publishPost', { page, message: `number ${at}` }),
  },
  {
    operation: 'listPagePhotos',
    params: { page, type: 'uploaded' },
    grow: (state, at) => ask(state, token, 'uploadPagePhoto', { page, url: `https://img.test/${at}.png` }),
  },
  {
    operation: 'listFormLeads',
    params: { form },
    grow: (state) => act(state, 'submitLead', { form, answers: { full_name: 'A', email: 'B' } }),
  },
  {
    operation: 'listAdLeads',
    params: { ad },
    grow: (state) => act(state, 'submitLead', { form, ad, answers: { full_name: 'A', email: 'B' } }),
  },
]

/** A list of some rows more, some of them at one instant and others at instants of their own. */
function grown(list: Listed, gaps: readonly number[]): State {
  let state = calmAfter([])
  for (const [at, gap] of gaps.entries()) {
    state = list.grow(state, at).state
    state = after([{ type: 'move', seconds: gap }], state)
  }
  return state
}

const idsOf = (asked: Asked): string[] => recordsOf(asked).map((record) => String(Object(record).id))

interface Cursors {
  readonly cursors?: { readonly before: string; readonly after: string }
  readonly next?: string
  readonly previous?: string
}

const pagingOf = ({ value }: Asked): Cursors => (value['paging'] ?? {}) as Cursors

type Between = (state: State, page: number) => State

/** Walks a list in pages of these limits, one after another, and reads off the ids in the order they came. */
function walked(
  from: State,
  list: Listed,
  limits: readonly number[],
  backward: boolean,
  between: Between = (state) => state,
): string[][] {
  const found: string[][] = []
  let state = from
  let cursor: object = backward ? { before: lastCursor(from, list) } : {}
  for (let turn = 0; turn < 500; turn++) {
    const limit = limits[turn % limits.length] ?? 1
    const asked = ask(state, token, list.operation, { ...list.params, limit, ...cursor, fields: 'id' })
    expect(asked.ok).toBe(true)
    found.push(idsOf(asked))
    const { cursors, next, previous } = pagingOf(asked)
    const more = backward ? previous : next
    if (more === undefined || !cursors) return found
    cursor = backward ? { before: cursors.before } : { after: cursors.after }
    state = between(asked.state, turn)
  }
  throw new Error('The list has no end')
}

const LIMIT_MAX = 100

function whole(state: State, list: Listed): Asked {
  return ask(state, token, list.operation, { ...list.params, limit: LIMIT_MAX, fields: 'id' })
}

const lastCursor = (state: State, list: Listed): string | undefined =>
  pagingOf(whole(state, list)).cursors?.after

const gaps = fc.array(fc.constantFrom(0, 0, 1, 60), { minLength: 1, maxLength: 40 })
const limits = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })

test.each(lists)('$operation gives the whole list in pages of any size, forwards and backwards', (list) => {
  const property = fc.property(gaps, limits, (given, chosen) => {
    const state = grown(list, given)
    const all = idsOf(whole(state, list))
    expect(all.length).toBeGreaterThanOrEqual(given.length)
    expect(new Set(all).size).toBe(all.length)
    expect(walked(state, list, chosen, false).flat()).toEqual(all)
    const back = walked(state, list, chosen, true)
    expect(back.reverse().flat()).toEqual(all.slice(0, -1))
  })
  holds(30, property)
})

test('photos that come and go between pages repeat and skip no photo that stays', () => {
  const list = lists[1] as Listed
  const changes = fc.array(fc.option(fc.nat(30)), { minLength: 1, maxLength: 8 })
  const property = fc.property(gaps, limits, changes, (given, chosen, plan) => {
    const state = grown(list, given)
    const before = idsOf(whole(state, list))
    const gone = new Set<string>()
    const between: Between = (now, turn) => {
      const change = plan[turn % plan.length]
      if (change === null || change === undefined) return list.grow(now, 100 + turn).state
      const photo = before[change % before.length] ?? ''
      gone.add(photo)
      return ask(now, token, 'deletePhoto', { photo }).state
    }
    const seen = walked(state, list, chosen, false, between).flat()
    expect(new Set(seen).size).toBe(seen.length)
    const staying = before.filter((id) => !gone.has(id))
    expect(seen.filter((id) => !gone.has(id))).toEqual(staying)
  })
  holds(100, property)
})
