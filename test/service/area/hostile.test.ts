import { expect, test } from 'vitest'
import type { AreaActionContext, AreaCallContext, AreaRow, AreaTx } from '../../../src/service/area/index.ts'
import {
  action,
  area,
  defaulted,
  endpoint,
  event,
  instant,
  rowId,
  service,
  successResult,
  table,
  text,
  z,
} from '../../../src/service/area/index.ts'
import { createWorld } from '../../../src/world/create-world.ts'

const rows = table({
  row: z.object({ page: rowId('pages'), text: z.string(), words: z.array(z.string()).optional() }),
  edges: {
    byPage: {
      owners: ({ page, text }) => {
        if (text === 'bad owners') return 5 as never
        if (text === 'bad key') return [[Number.NaN]]
        return text === 'many owners' ? Array.from({ length: 200 }, (_, at) => [at]) : [[page]]
      },
      order: ({ text }) => (text === 'bad order' ? ([{}] as never) : [text]),
    },
  },
})
const stranger = table({ row: z.object({ at: instant() }), edges: {} })
const happened = event(z.object({ text: z.string() }))

type Context = AreaCallContext<typeof service.pages, { text: string }, 100 | 200>

/** A value that throws when it is read. */
const trap = () =>
  new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('trapped')
      },
      get: () => {
        throw new Error('trapped')
      },
    },
  )

const kept: { row?: AreaRow<typeof rows>; tx?: AreaTx } = {}
const row = ({ node }: Context, more: object = {}) => ({ page: node.id, text: 'a', ...more })

/** Hostile rules, and what the message says. */
const hostile: readonly (readonly [string, (context: Context) => unknown, RegExp])[] = [
  [
    'throws an error',
    () => {
      throw new Error('out of paper')
    },
    /in attack: its rule threw Error: out of paper/,
  ],
  [
    'lists rows with an option that does not exist',
    ({ tx, node }) => tx.list(rows, 'byPage', [node.id], { limt: 1 } as object),
    /list has no option "limt": did you mean limit\?/,
  ],
  [
    'throws a text',
    () => {
      throw 'paper'
    },
    /its rule threw paper/,
  ],
  [
    'throws a value that cannot be read',
    () => {
      throw trap()
    },
    /its rule threw a value that cannot be read/,
  ],
  [
    'recurs without an end',
    function recur(context): unknown {
      return recur(context)
    },
    /its rule threw RangeError/,
  ],
  [
    'reads without an end',
    ({ tx, node }) => {
      for (;;) tx.find(rows, node.id)
    },
    /more than 100000 reads and changes in one call: does it loop/,
  ],
  [
    'inserts without an end',
    (context) => {
      for (;;) context.tx.insert(rows, row(context))
    },
    /does it loop/,
  ],
  [
    'emits without an end',
    ({ tx }) => {
      for (;;) tx.emit(happened, { text: 'a' })
    },
    /does it loop/,
  ],
  [
    'notifies without an end',
    ({ notify, caller, node }) => {
      for (;;) notify({ app: caller.app, about: node.id, field: 'a', value: {} })
    },
    /more than 100 notices/,
  ],
  ['returns nothing', () => undefined, /its result/],
  [
    'returns another type',
    () => ({ success: 'yes' }),
    /its result does not fit its schema: success must be true or false, got "yes"/,
  ],
  ['returns a promise', async () => ({ success: true }), /its rule returned a promise/],
  ['returns what cannot be read', trap, /its (result|rule)/],
  ['returns a function', () => () => ({ success: true }), /its result/],
  [
    'returns a refusal of its own',
    () => ({ failure: { code: 1, message: 'x' } }),
    /its result does not fit its schema/,
  ],
  [
    'reads the clock',
    () => ({ success: Date.now() > 0 }),
    /Date\.now\(\) is not available in an area: use now/,
  ],
  [
    'reads the date',
    () => ({ success: new Date().getDay() > 0 }),
    /new Date\(\) is not available in an area/,
  ],
  [
    'draws at random',
    () => ({ success: Math.random() < 2 }),
    /Math\.random\(\) is not available in an area: use draw/,
  ],
  [
    'makes a random id',
    () => ({ success: crypto.randomUUID().length > 0 }),
    /crypto\.randomUUID\(\) is not available/,
  ],
  ['fetches', () => fetch('https://example.test'), /fetch\(\) is not available in an area/],
  ['sets a timer', () => setTimeout(() => undefined, 1), /setTimeout\(\) is not available in an area/],
  [
    'makes an id of its own',
    (context) => context.tx.insert(rows, row(context, { id: 7 })),
    /insert into attack\.rows: the world makes the id/,
  ],
  [
    'adds an unknown column',
    (context) => context.tx.insert(rows, row(context, { color: 'red' })),
    /color is not a column/,
  ],
  [
    'leaves out a column',
    ({ tx, node }) => tx.insert(rows, { page: node.id } as never),
    /insert into attack\.rows does not fit its schema: text is required/,
  ],
  [
    'names a row that does not exist',
    (context) => context.tx.insert(rows, row(context, { page: 123_456_789_012_345 })),
    /page names the row 123456789012345, which does not exist/,
  ],
  [
    'names a row of another table',
    (context) => context.tx.insert(rows, row(context, { page: context.caller.app })),
    /of apps, and not one of pages/,
  ],
  [
    'stores what is no JSON',
    (context) => context.tx.insert(rows, row(context, { text: () => 'a' })),
    /must be plain JSON/,
  ],
  [
    'patches what does not exist',
    ({ tx, node }) => tx.patch(rows, node.id, { text: 'b' }),
    /patch takes the id of an existing row of attack\.rows/,
  ],
  [
    'removes a row of the service',
    ({ tx, node }) => tx.remove(rows, node.id),
    /remove takes the id of an existing row of attack\.rows/,
  ],
  [
    'changes a table of the service',
    ({ tx, node }) => tx.remove(service.pages as never, node.id),
    /may not change the table pages of the service/,
  ],
  ['uses a table of no area', ({ tx }) => tx.insert(stranger, { at: 1 }), /used a table of no area/],
  ['emits an event of no area', ({ tx }) => tx.emit(event(z.string()), 'a'), /an event of no area/],
  [
    'emits other data',
    ({ tx }) => tx.emit(happened, { text: 5 } as never),
    /the event attack\.happened does not fit its schema: text must be text, got 5/,
  ],
  [
    'changes a row',
    (context) => {
      const made = context.tx.insert(rows, row(context))
      Object.assign(made, { text: 'b' })
    },
    /never change: use tx\.patch/,
  ],
  [
    'changes its parameters',
    ({ params }) => {
      Object.assign(params, { text: 'b' })
    },
    /never change/,
  ],
  [
    'has owners that are none',
    (context) => context.tx.insert(rows, row(context, { text: 'bad owners' })),
    /owners of attack\.rows\.byPage must return an array/,
  ],
  [
    'has too many owners',
    (context) => context.tx.insert(rows, row(context, { text: 'many owners' })),
    /at most 100 keys/,
  ],
  [
    'has a key that is no number',
    (context) => context.tx.insert(rows, row(context, { text: 'bad key' })),
    /must return a key/,
  ],
  [
    'has an order that is no key',
    (context) => context.tx.insert(rows, row(context, { text: 'bad order' })),
    /order of attack\.rows\.byPage must return a key/,
  ],
  [
    'schedules something at once',
    ({ tx, now }) => tx.schedule({ at: now, key: 'a', action: 'again' }),
    /at least 1000 ms after now/,
  ],
  [
    'schedules an unknown action',
    ({ tx, now }) => tx.schedule({ at: now + 5_000, key: 'a', action: 'fly' }),
    /takes the name of an action of the area \(again\), got fly/,
  ],
  [
    'notifies no app',
    ({ notify, node }) => notify({ app: 5, about: node.id, field: 'a', value: {} }),
    /the id of an existing app, got 5/,
  ],
  ['uses tx of an earlier call', () => kept.tx?.find(rows, 1), /used tx after the call had ended/],
  [
    'changes a row of an earlier call',
    () => Object.assign(kept.row ?? {}, { text: 'b' }),
    /never change: use tx\.patch/,
  ],
]

const rules = Object.fromEntries(hostile.map(([name, rule]) => [name, rule]))

const attack = endpoint({
  route: 'POST /{page}/attacks',
  node: service.pages,
  params: z.object({ text: defaulted(text, '') }),
  result: successResult,
  run(context) {
    if (context.params.text === 'keep') {
      kept.row = context.tx.insert(rows, row(context))
      kept.tx = context.tx
      return { success: true }
    }
    // A rule that fails changes nothing, whatever it did before.
    context.tx.insert(rows, row(context))
    context.tx.emit(happened, { text: 'before' })
    context.notify({ app: context.caller.app, about: context.node.id, field: 'a', value: {} })
    return rules[context.params.text]?.(context) as { success: boolean }
  },
})

const again = action({
  params: z.object({}),
  result: successResult,
  run({ tx, now }: AreaActionContext<object>) {
    tx.schedule({ at: now + 1, key: 'again', action: 'again' })
    return { success: true }
  },
})

const attackArea = area('attack', {
  version: 1,
  tables: { rows },
  endpoints: { attack },
  actions: { again },
  events: { happened },
})

const base = createWorld({ areas: [attackArea] })
const { page, pageToken } = base.starter()
base.as(pageToken).attack({ page, text: 'keep' }).unwrap()

test.each(hostile)('a rule that %s fails with a message, and changes nothing', (name, _, message) => {
  const world = base.fork()
  const before = { graph: world.state.graph, deliveries: world.webhooks.outbox.length, clock: Date.now }
  const outcome = world.as(pageToken).attack({ page, text: name })
  expect(outcome).toMatchObject({ ok: false, events: [], error: { code: 100 } })
  expect(outcome.ok ? '' : outcome.error.message).toMatch(message)
  expect(world.state.graph).toBe(before.graph)
  expect([world.webhooks.outbox.length, Date.now]).toEqual([before.deliveries, before.clock])
})

test('an action that schedules itself for ever fails, as a call and as a task', () => {
  const world = base.fork()
  expect(world.actions.again()).toMatchObject({ ok: false, error: { message: /at least 1000 ms after now/ } })
  expect(world.clock.advance('1d').fired).toBe(base.fork().clock.advance('1d').fired)
})

test.each<[string, () => unknown, RegExp]>([
  ['a name with a dot', () => ({ ...attackArea, name: 'a.b' }), /its name must have/],
  ['no version', () => ({ ...attackArea, version: 0 }), /its version must be a whole number from 1/],
  ['what is no area', () => ({}), /must have areas, made by area\(\)/],
  [
    'a table of another area',
    () => ({ ...attackArea, name: 'other', endpoints: {} }),
    /other\.rows is attack\.rows already/,
  ],
  [
    'an operation of the service',
    () =>
      area('photo', {
        version: 1,
        endpoints: {
          readPhoto: endpoint({
            route: 'GET /p',
            params: z.object({}),
            result: z.object({}),
            run: () => ({}),
          }),
        },
      }),
    /has an operation readPhoto, and the service or another area has it/,
  ],
  [
    'a route of the service',
    () =>
      area('me', {
        version: 1,
        endpoints: {
          who: endpoint({ route: 'GET /me', params: z.object({}), result: z.object({}), run: () => ({}) }),
        },
      }),
    /who and .* have the same route/,
  ],
  [
    'a placeholder without a node',
    () =>
      area('none', {
        version: 1,
        endpoints: {
          who: endpoint({
            route: 'GET /{thing}',
            params: z.object({}),
            result: z.object({}),
            run: () => ({}),
          }),
        },
      }),
    /needs node: the table/,
  ],
  [
    'a parameter that is named like the placeholder',
    () =>
      area('pages', {
        version: 1,
        endpoints: {
          list: endpoint({
            route: 'GET /{page}/things',
            node: service.pages,
            params: z.object({ page: z.number() }),
            result: z.object({}),
            run: () => ({}),
          }),
        },
      }),
    /its parameter page has the name of the placeholder/,
  ],
  [
    'a column id',
    () =>
      area('ids', { version: 1, tables: { rows: table({ row: z.object({ id: z.number() }), edges: {} }) } }),
    /the world adds the column id/,
  ],
  [
    'a column that names no table',
    () =>
      area('refs', {
        version: 1,
        tables: { rows: table({ row: z.object({ of: rowId('refs.none') }), edges: {} }) },
      }),
    /names the table refs\.none, which the area does not have/,
  ],
])('an area with %s is refused', (_, made, message) => {
  expect(() => createWorld({ areas: [made() as typeof attackArea] })).toThrow(message)
  expect(() => createWorld({ areas: [made() as typeof attackArea] })).toThrow(TypeError)
})

test.each([
  { failure: 'nobody was there' },
  { failure: { code: 7 } },
  { failure: { code: 7, because: ['rain'] }, at: 3 },
])('a result may have a member with the name of an error: %j', (answer) => {
  const reports = area('reports', {
    version: 1,
    endpoints: {
      readReport: endpoint({
        route: 'GET /report',
        params: z.object({}),
        result: z.record(z.string(), z.json()),
        run: () => answer,
      }),
    },
  })
  const world = createWorld({ areas: [reports] })
  expect(world.as(world.starter().userToken).readReport({}).unwrap()).toEqual(answer)
})

test('two areas with one name are refused, and a world without areas has none of their calls', () => {
  expect(() => createWorld({ areas: [attackArea, { ...attackArea }] })).toThrow(
    /two areas with the name attack/,
  )
  expect('attack' in createWorld().as('token')).toBe(false)
})
