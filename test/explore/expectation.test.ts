import { expect, test } from 'vitest'
import type { DurablePart } from '../../src/explore/io/durable/part.ts'
import { learn, unexpected } from '../../src/explore/report/judge/expectation.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import type { Played } from '../../src/explore/search/play/play.ts'
import type { StoryStep } from '../../src/explore/search/story/story.ts'
import { lead, play, post } from './play.ts'

/** The ids of what a run may hold. */
interface Ids {
  readonly page: string
  /** The lead that was there before. */
  readonly old: string
  /** The leads and posts of the facts, by their letters: `lead A`. */
  readonly of: (name: string) => string
}

type Entries = (ids: Ids) => readonly unknown[]

const idle: ExploreOptions['sut'] = () => ({ commands: { ask: { run() {} }, wish: { run() {} } } })

/** Plays steps with a mirror of this name that holds these entries. */
async function ended(entries: Entries, steps: readonly StoryStep[], name = 'rows'): Promise<Played> {
  const holds: NonNullable<ExploreOptions['mirror']>[string] = ({ names, world }) => {
    const rows = [...world.state.graph.rows.values()]
    const made = (table: string) => rows.filter(({ kind, id }) => kind === table && id >= firstId)
    const of = (wanted: string) => {
      const [noun, letter = 'A'] = wanted.split(' ')
      return String(made(`${noun}s`)[letter.charCodeAt(0) - 65]?.id)
    }
    return entries({ page: names.page, old: names.lead, of }) as never
  }
  return play(
    () => ({ commands: { ask: { run() {} } } }),
    { steps: [...steps] },
    { mirror: { [name]: holds } },
  )
}

/** The id of the first row that a run makes. */
const { firstId } = (await play(() => ({}), {})).run

interface Row {
  readonly what: string
  /** The name of the mirror: `rows` if left out. */
  readonly name?: string
  readonly steps?: readonly StoryStep[]
  /** The steps of the first baseline run: the same if left out. */
  readonly firstSteps?: readonly StoryStep[]
  /** The entries of the mirror after the first baseline run. `baseline` and `here` are those of the later runs. */
  readonly first: Entries
  readonly baseline?: Entries
  readonly here: Entries
  /** The title of the finding, if there is one. */
  readonly title?: string
}

const nothing: Entries = () => []
const ask: StoryStep = { do: 'command', command: 'ask' }
const leads = [lead, lead]
const both: Entries = ({ of }) => [of('lead A'), of('lead B')]
/** Two rows with different members, apart from those of the second, each about the old lead. */
const twoRows =
  (one: object, other: object): Entries =>
  ({ old }) => [
    { lead: old, ...one },
    { lead: old, ...other },
  ]
const isTwice = 'rows has {lead:OLD} twice'

const lost: Row[] = [
  {
    what: 'a lead of a mirror that has all leads is missed',
    steps: leads,
    first: both,
    here: ({ of }) => [of('lead A')],
    title: 'rows lost lead B',
  },
  {
    what: 'a lead is found in a member of a row, in a list, and behind the id of its page',
    steps: [lead, lead, post],
    first: ({ of, page }) => [{ lead: of('lead A') }, [1, of('lead B')], `${page}_${of('post A')}`],
    here: ({ of, page }) => [
      [of('lead A')],
      { x: { lead: of('lead B') } },
      { post: `${page}_${of('post A')}` },
    ],
  },
  {
    what: 'a lead is found by its id as a number',
    steps: leads,
    first: both,
    here: ({ of }) => [Number(of('lead A')), { lead: Number(of('lead B')) }],
  },
  {
    what: 'a lead whose id is only a part of a text is missed',
    steps: leads,
    first: both,
    here: ({ of }) => [of('lead A'), `about ${of('lead B')} and others`],
    title: 'rows lost lead B',
  },
  {
    what: 'a lead of a mirror that had not all leads is not missed',
    steps: leads,
    first: ({ of }) => [of('lead A')],
    here: nothing,
  },
  {
    what: 'a post is not missed where only all leads were',
    steps: [lead, post],
    first: ({ of }) => [of('lead A')],
    here: ({ of }) => [of('lead A')],
  },
  {
    what: 'a post is missed where all leads and posts were',
    steps: [lead, post],
    first: ({ of }) => [of('lead A'), of('post A')],
    here: ({ of }) => [of('lead A')],
    title: 'rows lost post A',
  },
  {
    what: 'a post that is gone is not missed',
    steps: [lead, post, { do: 'fact', kind: 'deletedPost' }],
    first: ({ of }) => [of('lead A'), of('post A')],
    here: ({ of }) => [of('lead A')],
  },
  {
    what: 'a post that is gone is not missed where all posts were',
    firstSteps: [post],
    steps: [post, { do: 'fact', kind: 'deletedPost' }],
    first: ({ of }) => [of('post A')],
    here: nothing,
  },
  {
    what: 'a post is missed where all posts were that are not gone',
    steps: [post, post, { do: 'fact', kind: 'deletedPost' }],
    first: ({ of }) => [of('post A')],
    here: nothing,
    title: 'rows lost post A',
  },
  {
    what: 'a lead is missed where no post was',
    steps: [lead, post],
    first: ({ of }) => [of('lead A')],
    here: nothing,
    title: 'rows lost lead A',
  },
  {
    what: 'five that are missed are named, and the others counted',
    steps: Array.from({ length: 7 }, () => lead),
    first: ({ of }) => [...'ABCDEFG'].map((letter) => of(`lead ${letter}`)),
    here: nothing,
    title: 'rows lost lead A, lead B, lead C, lead D, lead E and 2 more',
  },
]

/** In the first baseline run, the mirror holds some texts twice, so that it need not hold each entry once. */
const texts: Entries = () => ['x', 'x']

const twice: Row[] = [
  {
    what: 'an id of a lead that stands there twice',
    first: texts,
    here: ({ old }) => [old, old],
    title: 'rows has OLD twice',
  },
  {
    what: 'an id of a lead as a number and as a text',
    first: texts,
    here: ({ old }) => [old, Number(old)],
    title: 'rows has OLD twice',
  },
  {
    what: 'an id of a page, which owns others',
    first: texts,
    here: ({ page }) => [page, page],
  },
  { what: 'texts about nothing', first: texts, here: () => ['x', 'x'] },
  {
    what: 'lists about a lead',
    first: texts,
    here: ({ old }) => [
      [1, old],
      [1, old],
    ],
    title: 'rows has [1,OLD] twice',
  },
  {
    what: 'different lists about a lead',
    first: texts,
    here: ({ old }) => [
      [1, old],
      [2, old],
    ],
  },
  {
    what: 'rows with members in another order',
    first: texts,
    here: ({ old }) => [
      { a: { b: 1, c: 2 }, lead: old },
      { lead: old, a: { c: 2, b: 1 } },
    ],
    title: 'rows has {a:{b:1,c:2},lead:OLD} twice',
  },
  {
    what: 'rows with a member that is undefined, and without it',
    first: texts,
    here: twoRows({ note: undefined }, {}),
    title: isTwice,
  },
  { what: 'entries that are null', first: texts, here: () => [null, null] },
  { what: 'numbers', first: texts, here: () => [1, 2] },
  { what: 'rows of two steps', first: texts, here: twoRows({ step: 1 }, { step: 2 }) },
  {
    what: 'rows with a long text before the id, which JSON escapes',
    first: texts,
    here: ({ old }) => [`\u0001${old}`, `\u0001${old}`],
    title: 'rows has \\u0001OLD twice',
  },
  {
    what: 'rows about a lead by the name of a member',
    first: texts,
    here: ({ old }) => [{ [old]: 1 }, { [old]: 1 }],
    title: 'rows has {OLD:1} twice',
  },
  {
    what: 'rows whose number is an id of the world',
    first: texts,
    here: ({ page, old }) => [
      { id: page, lead: old },
      { id: Number(old), lead: old },
    ],
  },
  {
    what: 'rows whose number has many digits behind the point',
    first: texts,
    here: twoRows({ id: 0.123456789012345 }, { id: 0.123456789012346 }),
    title: 'rows has {id:0.123456789012346,lead:OLD} twice',
  },
  ...['id', '_id', 'key', 'uuid', 'row', 'rowid', 'number', 'created', 'updated']
    .concat(['seenTime', 'readAt', 'doneOn', 'seen_at', 'seen_time', 'seen_on'])
    .map(
      (name): Row => ({
        what: `rows that differ in ${name}`,
        first: texts,
        here: twoRows({ [name]: 1 }, { [name]: 2 }),
        title: `rows has {${[`${name}:2`, 'lead:OLD'].sort().join()}} twice`,
      }),
    ),
  ...['order', 'atlas', 'Once', 'keys', 'idea', 'phone_number'].map(
    (name): Row => ({
      what: `rows that differ in ${name}`,
      first: texts,
      here: twoRows({ [name]: 1 }, { [name]: 2 }),
    }),
  ),
]

const events = [
  'log',
  'logs',
  'history',
  'event',
  'attempt',
  'audits',
  'activity',
  'activities',
  'metric',
  'stats',
].concat(['statistics', 'insight', 'snapshots', 'leadEvents', 'lead_log', 'the lead history', 'LOG'])
const things = ['leads', 'blogs', 'catalog', 'eventual', 'logos', 'leadstats']
const twiceOld: Entries = ({ old }) => [old, old]

const named: Row[] = [
  ...events.map((name): Row => ({ what: `${name} has it twice`, name, first: twiceOld, here: twiceOld })),
  ...things.map(
    (name): Row => ({
      what: `${name} has it twice`,
      name,
      first: twiceOld,
      here: twiceOld,
      title: `${name} has OLD twice`,
    }),
  ),
]

const once: Row[] = [
  {
    what: 'an entry about nothing that the first baseline run has once',
    first: () => ['x', 'y'],
    here: () => ['x', 'x', 'y'],
    title: 'rows has x twice',
  },
  {
    what: 'an entry that the first baseline run has once, of events',
    name: 'log',
    first: () => ['x', 'y'],
    here: () => ['x', 'x', 'y'],
    title: 'log has x twice',
  },
  {
    what: 'an entry that the baseline run of the same facts has as often',
    first: () => ['x', 'y'],
    baseline: () => ['x', 'x'],
    here: () => ['x', 'x', 'y'],
  },
  {
    what: 'an entry that the baseline run of the same facts has less often',
    first: () => ['x', 'y'],
    baseline: () => ['x', 'x'],
    here: () => ['x', 'x', 'x'],
    title: 'rows has x twice',
  },
  {
    what: 'two posts that the code made, with one name',
    first: () => ['999999999999999'],
    here: () => ['999999999999998', '999999999999999'],
  },
]

once.push({
  what: 'an entry that the first baseline run has twice',
  first: texts,
  here: () => ['x', 'x', 'x'],
})

const asked: Row[] = [
  { what: 'two commands', steps: [ask, ask], first: texts, baseline: twiceOld, here: twiceOld },
  {
    what: 'one command',
    steps: [ask],
    first: texts,
    baseline: twiceOld,
    here: twiceOld,
    title: 'rows has OLD twice',
  },
  {
    what: 'two commands, of which the baseline run makes one entry',
    steps: [ask, ask],
    first: texts,
    baseline: ({ old }) => [old],
    here: twiceOld,
    title: 'rows has OLD twice',
  },
  {
    what: 'two commands with one value',
    steps: [
      { ...ask, value: 1 },
      { do: 'command', command: 'wish', value: 1 },
    ],
    first: texts,
    baseline: twiceOld,
    here: twiceOld,
    title: 'rows has OLD twice',
  },
  {
    what: 'two leads, and one command',
    steps: [lead, lead, ask],
    first: texts,
    baseline: twiceOld,
    here: twiceOld,
    title: 'rows has OLD twice',
  },
  {
    what: 'two different commands',
    steps: [
      { ...ask, value: 1 },
      { ...ask, value: 2 },
    ],
    first: texts,
    baseline: twiceOld,
    here: twiceOld,
    title: 'rows has OLD twice',
  },
]

test.each([...lost, ...twice.map((row) => ({ ...row, baseline: row.here })), ...named, ...once, ...asked])(
  '$what: $title',
  async ({ name, steps = [], firstSteps = steps, first, baseline = first, here, title }) => {
    const profile = await ended(first, firstSteps, name)
    const expected = await ended(baseline, steps, name)
    const played = await ended(here, steps, name)
    const found = unexpected(played, expected, learn(profile))
    const old = played.run.world.names?.lead ?? ''
    expect(found?.title.replaceAll(old, 'OLD')).toBe(title)
  },
)

/** A part with a table of these rows, whose keys the database gave. */
const tableOf = (rows: readonly object[]): DurablePart => ({
  name: 'a part',
  kind: 'part',
  prepare() {},
  reset() {},
  crash() {},
  close() {},
  tables: () => ({ rows: { rows: rows as never, keys: ['id'], references: [] } }),
})

test('rows of a table may be equal, although those of the first baseline run differ', async () => {
  const ends = (words: readonly string[]) => {
    const rows = words.map((word, place) => ({ id: place + 1, word }))
    return play(idle, {}, { database: [tableOf(rows)] })
  }
  const [first, here] = [await ends(['x', 'y']), await ends(['x', 'x'])]
  expect(here.ending?.mirrors).toEqual({ rows: ['{"word":"x"}', '{"word":"x"}'] })
  expect(unexpected(here, first, learn(first))).toBeUndefined()
})

test('nothing is unexpected in a run that stopped, and before the first baseline run', async () => {
  const [first, here] = [await ended(() => ['x', 'y'], []), await ended(() => ['x', 'x'], [])]
  expect(unexpected(here, first, learn(first))?.title).toBe('rows has x twice')
  expect(unexpected({ ...here, ending: undefined }, first, learn(first))).toBeUndefined()
  expect(unexpected(here, first, undefined)).toBeUndefined()
})
