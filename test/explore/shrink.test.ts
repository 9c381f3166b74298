import { expect, test } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import { serviceFacts } from '../../src/explore/run/calls/fact-kinds.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import { shrink } from '../../src/explore/search/shrink/shrink.ts'
import type { Story } from '../../src/explore/search/story/story.ts'
import { job, mark, world } from './play.ts'
import { appended, appends, mirror, publishes, type Sut, syncs } from './programs.ts'

const seeds = [1, 2, 3]

test.each<[what: string, sut: Sut, more: Partial<ExploreOptions>, kind: string, smallest: Story]>([
  [
    // A page has three leads, the newest first: the fourth is on the second page.
    'the first page only',
    syncs((id) => id, 1),
    { mirror, environment: ['lead'], hostile: { restarts: false, delays: false, people: false } },
    'leads lost',
    { steps: [{ do: 'fact', kind: 'lead', count: 4 }], marks: [] },
  ],
  [
    'a death between two writes',
    appends(false),
    { mirror: appended, environment: [] },
    'leads twice',
    { steps: [job('sync')], marks: [mark('sync#1/store/1', { do: 'dies after' })] },
  ],
  [
    'a lost answer to a post',
    publishes(false),
    { environment: [], hostile: { people: false, restarts: false } },
    'posts twice',
    { steps: [job('sync')], marks: [mark('sync#1/publishPost/1', { do: 'answer lost' })] },
  ],
])('the smallest story of %s is the same from three seeds', async (_, sut, more, kind, smallest) => {
  for (const seed of seeds) {
    const report = await explore({
      name: 'shrink',
      world,
      sut,
      runs: 50,
      steps: 6,
      seed,
      stories: false,
      ...more,
    })
    const found = report.failures.find((failure) => failure.kind === kind)
    expect(found?.story, `seed ${seed}`).toEqual(smallest)
    expect(found?.shrinkRuns).toBeLessThanOrEqual(60)
  }
})

test('a report tells the story as a person would', async () => {
  const report = await explore({
    name: 'post once',
    world,
    sut: publishes(false),
    environment: [],
    hostile: { people: false },
    runs: 50,
    stories: false,
  })
  const found = report.failures.find(({ kind }) => kind === 'posts twice')
  const [title, effort, ...story] = (found?.text ?? '').split('\n')
  expect(title).toBe('✗ post once: the post was made twice')
  expect(effort).toMatch(/^ {2}run \d+ of 50, shrunk to 2 parts in \d+ runs \(world\)$/)
  expect(story.slice(0, 3)).toEqual([
    '  1. sync#1 starts',
    '     ✂ at call 1 of publishPost by sync#1: the call takes effect, but its answer is lost',
    '  Then the faults stop and 40 h pass.',
  ])
  expect(story[3]).toBe("  one too many: the post 'hello'")
  expect(story).toHaveLength(4)
})

test('no smaller story is tried once the time is over', async () => {
  const story: Story = {
    steps: [job('sync'), job('sync')],
    marks: [mark('sync#1/store/1', { do: 'dies after' })],
  }
  const finding = { oracle: 'baseline', kind: 'leads lost', title: 'leads lost', details: [] }
  let tries = 0
  const shrunk = await shrink(
    story,
    finding,
    async () => {
      tries++
      return { finding, places: [], jobs: [], facts: serviceFacts }
    },
    { isTimeOver: () => tries === 1 },
  )
  expect(tries).toBe(1)
  expect(shrunk).toEqual({ story: { steps: story.steps, marks: [] }, finding, runs: 1 })
})
