import { expect, test } from 'vitest'
import type { Place } from '../../src/check/run/run.ts'
import { shrink } from '../../src/check/shrink.ts'
import type { Mark, Story, StoryStep } from '../../src/check/story.ts'
import { job, mark, post, wait } from './play.ts'

const finding = { oracle: 'test', kind: 'test', title: '', details: [] }
const call = (at: string, operation: string, reads = false): Place => ({ at, kind: 'call', operation, reads })
const write = (at: string): Place => ({ at, kind: 'store', operation: '', reads: false })

/** Whether the job starts in which the marks act. */
const acts = ({ steps, marks }: Story) => marks.length === 0 || steps.some((step) => step.do === 'job')

/** Shrinks a story that fails as long as `fails` says so, in runs with these places. */
const shrunk = async (
  first: Partial<Story>,
  fails: (story: Story) => boolean,
  places: readonly Place[] = [],
) =>
  (
    await shrink({ steps: [], marks: [], ...first }, finding, async (story) => ({
      finding: acts(story) && fails(story) ? finding : undefined,
      places,
    }))
  ).story

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
const only = (harm: Mark['harm'], at: string) => ({ steps: [sync], marks: [mark(at, harm)] })

test.each<[what: string, first: Partial<Story>, fails: (story: Story) => boolean, smallest: Partial<Story>]>([
  [
    'a fact of a mark becomes a step',
    { steps: [post, sync], marks: [mark('sync#1/copyCampaign/1', { do: 'meanwhile', fact: edited })] },
    (story) => everyFact(story).includes('editedPost') && everyFact(story).includes('post'),
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
    ({ steps }) => steps.length === 2 && steps[0]?.do === 'fact' && steps[0].kind === 'post',
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
        steps: [lead, sync],
        marks: [mark(at.replace('2', '1'), { do: at.startsWith('notice') ? 'twice' : 'answer lost' })],
      },
    ],
  ),
])('%s', async (_, first, fails, smallest) => {
  expect(await shrunk(first, fails, places)).toEqual({ steps: [], marks: [], ...smallest })
})

test('marks follow the starts of a job whose name has signs', async () => {
  const name = 'sync/leads: größe'
  const at = (ordinal: number) => mark(`${name}#${ordinal}/listFormLeads/1`, { do: 'refused' })
  const first = { steps: [job(name), job(name)], marks: [at(2)] }
  const starts = ({ steps, marks }: Story) =>
    steps.length >= Number(/#(\d+)/.exec(marks[0]?.at ?? '')?.[1] ?? 9)
  expect(await shrunk(first, starts)).toEqual({ steps: [job(name)], marks: [at(1)] })
})
