import { expect, test } from 'vitest'
import { serviceFacts } from '../../src/explore/run/calls/fact-kinds.ts'
import type { Place } from '../../src/explore/run/place.ts'
import { shrink } from '../../src/explore/search/shrink/shrink.ts'
import type { Mark, Story, StoryStep } from '../../src/explore/search/story/story.ts'
import { job, mark, post, wait } from './play.ts'

const finding = { oracle: 'test', kind: 'test', title: '', details: [] }
const call = (at: string, operation: string, reads = false): Place => ({ at, kind: 'call', operation, reads })
const write = (at: string): Place => ({ at, kind: 'store', operation: '', reads: false })

/** Whether the job starts in which the marks act. */
const acts = ({ steps, marks }: Story) =>
  marks.every(({ at }) => !at.startsWith('sync#') || steps.some((step) => step.do === 'job'))

type Places = (steps: readonly StoryStep[]) => readonly Place[]

/** Shrinks a story that fails as long as `fails` says so, in runs with these places and a job `sync`. */
const shrinkWhile = (first: Partial<Story>, fails: (story: Story) => boolean, places: Places = () => []) =>
  shrink({ steps: [], marks: [], ...first }, finding, async (story) => ({
    finding: acts(story) && fails(story) ? finding : undefined,
    places: places(story.steps),
    jobs: ['sync'],
    facts: serviceFacts,
  }))

const lead = { do: 'fact', kind: 'lead' } as const
const leadsOf = (steps: readonly StoryStep[]) =>
  steps.reduce((sum, step) => sum + (step.do === 'fact' && step.kind === 'lead' ? (step.count ?? 1) : 0), 0)
const edited: StoryStep = { do: 'fact', kind: 'editedPost' }
const everyFact = ({ steps, marks }: Story) => [
  ...steps.map((step) => (step.do === 'fact' ? step.kind : '')),
  ...marks.map(({ harm }) => (harm.do === 'meanwhile' ? harm.fact.kind : '')),
]
const sync = job('sync')
const places = [
  call('sync#1/copyCampaign/1', 'copyCampaign'),
  write('sync#1/store/1'),
  call('sync#1/updateCampaign/1', 'updateCampaign'),
  write('sync#1/store/2'),
]
const notified: readonly Place[] = [
  { at: 'notice 1', kind: 'notice', operation: '', reads: false },
  call('webhook#1/readLead/1', 'readLead', true),
]
const kindOf = (step: StoryStep | undefined) => (step?.do === 'fact' ? step.kind : step?.do)
const startsOf = ({ steps }: Story) => steps.filter((step) => step.do === 'job').length
const hasWait = ({ steps }: Story) => steps.some((step) => step.do === 'wait')
/** Writes of the starts of `sync`: two, then four; or eleven, if one start has all of their work. */
const writes: Places = (steps) =>
  (startsOf({ steps, marks: [] }) === 2 ? [2, 4] : [11]).flatMap((count, start) =>
    Array.from({ length: count }, (_, nth) => write(`sync#${start + 1}/store/${nth + 1}`)),
  )
const only = (harm: Mark['harm'], at: string) => ({ steps: [sync], marks: [mark(at, harm)] })

test.each<[what: string, first: Partial<Story>, fails: (story: Story) => boolean, smallest: Partial<Story>]>([
  [
    'a fact of a mark becomes a step',
    { steps: [post, sync], marks: [mark('sync#1/copyCampaign/1', { do: 'meanwhile', fact: edited })] },
    (story) => /post,.*editedPost/.test(everyFact(story).join()),
    { steps: [post, edited] },
  ],
  [
    'a fact of a mark stays there if only a fact between two calls fails',
    only({ do: 'meanwhile', fact: edited }, 'sync#1/updateCampaign/1'),
    ({ marks: [only] }) => only?.harm.do === 'meanwhile' && only.at.includes('updateCampaign'),
    only({ do: 'meanwhile', fact: edited }, 'sync#1/updateCampaign/1'),
  ],
  [
    'an error becomes a lost answer at another call',
    only({ do: 'error', code: 80004 }, 'sync#1/updateCampaign/1'),
    ({ marks: [only] }) =>
      only?.harm.do === 'error' || (only?.harm.do === 'answer lost' && only.at.includes('copy')),
    only({ do: 'answer lost' }, 'sync#1/copyCampaign/1'),
  ],
  [
    'an error of a limit becomes the most ordinary limit',
    only({ do: 'error', code: 80004 }, 'sync#1/copyCampaign/1'),
    ({ marks: [only] }) =>
      only?.harm.do === 'error' && only.harm.code >= 4 && only.at === 'sync#1/copyCampaign/1',
    only({ do: 'error', code: 4 }, 'sync#1/copyCampaign/1'),
  ],
  [
    'a death before a write becomes one after a call',
    only({ do: 'dies before' }, 'sync#1/store/2'),
    ({ marks: [only] }) =>
      (only?.harm.do === 'dies before' && only.at.endsWith('store/2')) ||
      (only?.harm.do === 'dies after' && only.at.includes('updateCampaign')),
    only({ do: 'dies after' }, 'sync#1/updateCampaign/1'),
  ],
  [
    'a wait becomes an ordinary one that is longer',
    { steps: [wait(600_000)] },
    ({ steps: [step] }) => step?.do === 'wait' && step.milliseconds >= 300_000,
    { steps: [wait(3_600_000)] },
  ],
  [
    'the end of a month becomes an ordinary wait',
    { steps: [{ do: 'wait for', endOf: 'month' }] },
    ({ steps: [step] }) => step?.do === 'wait for' || (step?.do === 'wait' && step.milliseconds > 3_600_000),
    { steps: [wait(90_000_000)] },
  ],
  [
    'the end of a month becomes the end of a day',
    { steps: [{ do: 'wait for', endOf: 'month' }] },
    ({ steps: [step] }) => step?.do === 'wait for' && step.endOf !== 'hour',
    { steps: [{ do: 'wait for', endOf: 'day' }] },
  ],
  [
    'two facts become one with a count',
    { steps: [lead, { ...lead, count: 2 }] },
    ({ steps }) => leadsOf(steps) === 3,
    { steps: [{ ...lead, count: 3 }] },
  ],
  [
    'facts of different kinds stay apart',
    { steps: [post, edited] },
    ({ steps }) => steps.map(kindOf).join() === 'post,editedPost',
    { steps: [post, edited] },
  ],
  ...['notice 2', 'webhook#2/readLead/1'].map(
    (at): [string, Partial<Story>, (story: Story) => boolean, Partial<Story>] => [
      `a mark at ${at} follows the facts`,
      {
        steps: [lead, lead, sync],
        marks: [mark(at, { do: at.startsWith('notice') ? 'twice' : 'answer lost' })],
      },
      ({ steps, marks: [only] }) => leadsOf(steps) === Number(/\d/.exec(only?.at ?? '')?.[0]),
      {
        steps: [lead],
        marks: [mark(at.replace('2', '1'), { do: at.startsWith('notice') ? 'twice' : 'answer lost' })],
      },
    ],
  ),
  [
    'a mark is left out with its start',
    { steps: [post, sync], marks: [mark('sync#1/publishPost/1', { do: 'refused' })] },
    (story) => kindOf(story.steps[0]) === 'post' && story.marks.length === startsOf(story),
    { steps: [post] },
  ],
  [
    'an error lasts in place of a step that lets it show',
    { steps: [sync, wait(1_000)], marks: [mark('sync#1/readLead/2', { do: 'error', code: 4 })] },
    (story) => {
      const { at, harm } = story.marks[0] ?? {}
      if (harm?.do !== 'error' || harm.code !== 4) return false
      return harm.for === 3 ? at === 'sync#1/readLead/1' : at === 'sync#1/readLead/2' && hasWait(story)
    },
    only({ do: 'error', code: 4, for: 3 }, 'sync#1/readLead/1'),
  ],
  [
    'a deletion becomes an edit, and another fact the start of a job',
    { steps: [post, { do: 'fact', kind: 'deletedPost' }] },
    ({ steps: [first, last] }) => first !== undefined && /Post$/.test(kindOf(last) ?? ''),
    { steps: [sync, edited] },
  ],
  [
    'a change stays a change, even if a second post fails too',
    { steps: [post, edited] },
    ({ steps: [first, last] }) =>
      kindOf(first) === 'post' && ['post', 'editedPost'].includes(kindOf(last) ?? ''),
    { steps: [post, edited] },
  ],
  [
    'a single fact has no count',
    { steps: [{ ...lead, count: 3 }] },
    (story) => leadsOf(story.steps) > 0,
    { steps: [lead] },
  ],
  [
    'a number becomes the lowest that fails',
    { steps: [{ ...lead, count: 26 }, sync], marks: [mark('sync#1/store/28', { do: 'dies after' })] },
    ({ steps, marks: [first] }) =>
      leadsOf(steps) >= 8 && Number(/\d+$/.exec(first?.at ?? '')?.[0] ?? 0) >= 13,
    { steps: [{ ...lead, count: 8 }, sync], marks: [mark('sync#1/store/13', { do: 'dies after' })] },
  ],
])('%s', async (_, first, fails, smallest) => {
  const { story } = await shrinkWhile(first, fails, () => places)
  expect(story).toEqual({ steps: [], marks: [], ...smallest })
})

test('marks stand in the order of their places, whatever their order was', async () => {
  const [early, late] = [1, 2].map((start) => mark(`sync#${start}/store/1`, { do: 'dies after' })) as [
    Mark,
    Mark,
  ]
  const bothDie = ({ marks }: Story) => marks.length === 2 && new Set(marks.map(({ at }) => at)).size === 2
  for (const marks of [
    [early, late],
    [late, early],
  ]) {
    const { story } = await shrinkWhile({ steps: [sync, sync], marks }, bothDie)
    expect(story.marks).toEqual([early, late])
  }
})

test('marks follow the starts of a job whose name has signs', async () => {
  const name = 'sync/leads: größe'
  const at = (ordinal: number) => mark(`${name}#${ordinal}/listFormLeads/1`, { do: 'refused' })
  const first = { steps: [job(name), job(name)], marks: [at(2)] }
  const starts = ({ steps, marks }: Story) =>
    steps.length >= Number(/#(\d+)/.exec(marks[0]?.at ?? '')?.[1] ?? 9)
  const { story } = await shrinkWhile(first, starts)
  expect(story).toEqual({ steps: [job(name)], marks: [at(1)] })
})

test('late work on a notice becomes a notice that is sent twice', async () => {
  const late = mark('webhook#1/readLead/1', { do: 'request late', steps: 2 })
  const twice = mark('notice 1', { do: 'twice' })
  const { story } = await shrinkWhile(
    { steps: [lead, wait(60_000)], marks: [late] },
    (other) =>
      leadsOf(other.steps) > 0 &&
      (other.marks[0]?.harm.do === 'twice' || (other.marks[0]?.harm.do === 'request late' && hasWait(other))),
    () => notified,
  )
  expect(story).toEqual({ steps: [lead], marks: [twice] })
})

test('a mark keeps its distance from the last write if an earlier start is left out', async () => {
  const dies = (at: string) => mark(at, { do: 'dies after' })
  const failing: Readonly<Record<number, string>> = { 1: 'sync#1/store/8', 2: 'sync#2/store/1' }
  const { story } = await shrinkWhile(
    { steps: [sync, wait(1_000), sync], marks: [dies('sync#2/store/1')] },
    (other) => hasWait(other) && other.marks.some(({ at }) => at === failing[startsOf(other)]),
    writes,
  )
  expect(story).toEqual({ steps: [wait(1_000), sync], marks: [dies('sync#1/store/8')] })
})

test('a more ordinary harm is tried at every place before a less ordinary one', async () => {
  const tried: string[] = []
  await shrinkWhile(
    only({ do: 'dies after' }, 'sync#1/store/2'),
    ({ marks: [first] }) => {
      tried.push(`${first?.harm.do} ${first?.at}`)
      return false
    },
    () => places,
  )
  expect(tried).toContain('answer lost sync#1/updateCampaign/1')
  expect(tried.indexOf('answer lost sync#1/updateCampaign/1')).toBeLessThan(
    tried.indexOf('error sync#1/copyCampaign/1'),
  )
})

test.each(['main#1/sql/2', 'poll#3/sql/2'])(
  'a mark at %s, in work that starts by itself, stays',
  async (at) => {
    const marks = [mark(at, { do: 'dies before' })]
    const { story } = await shrink(
      { steps: [sync, wait(1_000), sync], marks },
      finding,
      async (other) => ({
        finding: other.marks[0]?.at === at && other.marks[0].harm.do === 'dies before' ? finding : undefined,
        places: [],
        jobs: ['sync', 'poll'],
        facts: serviceFacts,
      }),
      { periodic: ['poll'] },
    )
    expect(story).toEqual({ steps: [], marks })
  },
)

test('a number of 500 is lowered in about as many runs as it has bits', async () => {
  const { story, runs } = await shrinkWhile(
    { steps: [{ ...lead, count: 500 }] },
    ({ steps }) => leadsOf(steps) >= 37,
  )
  expect(story.steps).toEqual([{ ...lead, count: 37 }])
  expect(runs).toBeLessThan(20)
})

test('shrinking ends after 60 runs with the smallest story so far', async () => {
  const steps = Array.from({ length: 200 }, (_, place) => wait(1_000 + place))
  const { story, runs } = await shrinkWhile({ steps }, (other) => other.steps.length >= 150)
  expect(runs).toBe(60)
  expect(story.steps.length).toBeLessThan(200)
  expect(story.steps.length).toBeGreaterThanOrEqual(150)
})
