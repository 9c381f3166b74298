import { expect, test } from 'vitest'
import { sweepStories } from '../../../src/explore/outside/sweep.ts'
import type { Sweep } from '../../../src/explore/report/judge/exploration.ts'
import { allParts, playedAgain, triedIn } from '../../../src/explore/report/tried.ts'
import { serviceFacts } from '../../../src/explore/run/calls/fact-kinds.ts'
import { choicesOf } from '../../../src/explore/search/generate/choices.ts'
import type { Material } from '../../../src/explore/search/generate/harms.ts'
import type { Played } from '../../../src/explore/search/play/play.ts'
import { type Story, storyKey } from '../../../src/explore/search/story/story.ts'

const lead = serviceFacts.get('lead')
const material: Material = {
  facts: lead ? [lead] : [],
  rules: serviceFacts,
  noticed: [],
  jobs: ['sync'],
  commands: [],
  process: {},
  burst: 26,
  steps: 12,
  hostile: {},
  stops: true,
  versions: 1,
  codes: () => [],
}

/** A run with these calls: four reads of a list, six if many leads come at once, and a write, in each of two starts. */
function playedWith(story: Story): Played {
  const isMany = story.steps.some((step) => step.do === 'fact' && (step.count ?? 1) > 1)
  const calls = [
    'listFormLeads/1',
    'listFormLeads/2',
    'listFormLeads/3',
    'listFormLeads/4',
    ...(isMany ? ['listFormLeads/5', 'listFormLeads/6'] : []),
    'publishPost A/1',
  ]
  const sites = [1, 2].flatMap((start) =>
    calls.map((call) => {
      const operation = call.split(/[ /]/)[0] ?? ''
      return { at: `sync#${start}/${call}`, kind: 'call', operation, reads: operation !== 'publishPost' }
    }),
  )
  return { story, run: { sites } } as unknown as Played
}

/** Plays a sweep to its end, and returns its stories and its table. */
async function sweep(hostile: Material['hostile'] = {}, share?: Sweep['share'], pairsMax = 100_000) {
  const state: Sweep = { began: 0, parts: [], share, pairsMax }
  const profile = playedWith({ steps: [], marks: [] })
  const stories: Story[] = []
  const all = sweepStories(state, { material: { ...material, hostile }, profile }, choicesOf(1))
  for (let next = await all.next(); !next.done; ) {
    stories.push(next.value)
    next = await all.next(playedWith(next.value))
  }
  return { stories, parts: state.parts, table: triedIn(state.parts) }
}

/** The places of the marks of a story, and what they do. */
const marksOf = ({ marks }: Story) =>
  marks.map(({ at, harm }) => `${at} ${harm.do}${'after' in harm && harm.after ? ' after' : ''}`)

test('stories come in their order, those without faults first', async () => {
  const { stories, table } = await sweep()
  expect(table.map((line) => line.replace(/: (\d+) of \1 stories$/, ''))).toEqual([
    'facts between starts',
    'many facts at once',
    'one harm at each kind of call (4)',
    'one fact at each point (8)',
    'two facts around a call',
    'a death at each point',
    'a death, and another at the next start',
    'one harm at each call of many',
    'pairs on one call, and rows of equal failures',
    'pairs at two calls',
  ])
  expect(stories.slice(0, 4).map(({ steps, marks }) => [steps.map((step) => step.do), marks])).toEqual([
    [['fact', 'job'], []],
    [['job', 'fact', 'job'], []],
    [['fact', 'job', 'fact', 'job'], []],
    [['fact', 'job'], []],
  ])
})

test('a harm is tried at all calls before the next one, writes first, and of like calls the first, second and last', async () => {
  const { stories } = await sweep()
  expect(stories.slice(4, 9).flatMap(marksOf)).toEqual([
    'sync#1/publishPost A/1 answer lost',
    'sync#1/listFormLeads/1 answer lost',
    'sync#1/listFormLeads/2 answer lost',
    'sync#1/listFormLeads/4 answer lost',
    'sync#1/publishPost A/1 dies after',
  ])
})

test('each point has each fact, before and after, and each death a second one at each point of the next start', async () => {
  const { stories } = await sweep()
  const single = stories.filter(({ marks }) => marks.length === 1).flatMap(marksOf)
  expect(single).toContain('sync#1/listFormLeads/1 meanwhile')
  expect(single).toContain('sync#1/listFormLeads/4 meanwhile after')
  const twice = stories
    .map(marksOf)
    .filter(([first = '', second = '']) => /dies/.test(first) && /#2.*dies/.test(second))
  // Four points of the first start, and four of the second, with two kinds of death each.
  expect(new Set(twice.map(String)).size).toBe(4 * 2 * 4 * 2)
})

test('what is off is not tried', async () => {
  const { stories, table } = await sweep({ restarts: false, transport: false, people: false })
  expect(stories.flatMap(marksOf).filter((text) => /dies|lost|refused|status|meanwhile/.test(text))).toEqual(
    [],
  )
  expect(table.some((line) => /death|pairs on one call/.test(line))).toBe(false)
})

test('a notice of a server is sent once more early: that is what webhooks forget most', async () => {
  const site = { operation: 'notice', reads: true }
  const sites = [
    { ...site, at: 'notice 1', kind: 'notice' },
    { ...site, at: 'webhook#1/readLead/1', kind: 'call', operation: 'readLead' },
  ]
  const played = { story: { steps: [], marks: [] }, run: { sites } } as unknown as Played
  const server = { material: { ...material, jobs: [] }, profile: played }
  const marks: string[] = []
  const all = sweepStories({ began: 0, parts: [], pairsMax: 0 }, server, choicesOf(1))
  for (let next = await all.next(); !next.done && marks.length < 5; next = await all.next(played))
    marks.push(...marksOf(next.value))
  expect(marks).toEqual([
    'webhook#1/readLead/1 answer lost',
    'notice 1 twice',
    'notice 1 again later',
    'notice 1 again later',
    'webhook#1/readLead/1 dies after',
  ])
})

test('a call that is made only if many facts come at once has its harms then', async () => {
  const { stories } = await sweep()
  const last = stories.filter((story) => marksOf(story).includes('sync#1/listFormLeads/6 dies before'))
  expect(last.map(({ steps }) => steps)).toEqual([
    [
      { do: 'fact', kind: 'lead', count: 26 },
      { do: 'job', job: 'sync' },
    ],
  ])
})

test('shares play all stories of the order together', async () => {
  const keys = ({ stories }: { readonly stories: readonly Story[] }) => stories.map(storyKey)
  const all = new Set(keys(await sweep()))
  const shares = await Promise.all([0, 1, 2].map((index) => sweep({}, { index, count: 3 })))
  expect(new Set(shares.flatMap(keys))).toEqual(all)
  // Each plays the story of many facts, from which it learns the calls of it.
  expect(shares.reduce((sum, { stories }) => sum + stories.length, 0)).toBe(
    (await sweep()).stories.length + 2,
  )
})

test.each([2, 5])('the table of %i shares together has each story once, in the same order', async (count) => {
  // The order has three stories without faults. The last of five shares has none of them, and may end first.
  const indices = Array.from({ length: count }, (_, index) => count - 1 - index)
  const shares = await Promise.all(indices.map((index) => sweep({}, { index, count })))
  const { table } = await sweep()
  const parts = shares.map((share) => share.parts)
  expect(triedIn(allParts(parts))).toEqual(table)
  // That of many facts.
  expect(playedAgain(parts)).toBe(count - 1)
})

test.each([1, 2, 8])('%i shares play the same pairs at two calls if these are bounded', async (count) => {
  const indices = Array.from({ length: count }, (_, index) => index)
  const shares = await Promise.all(indices.map((index) => sweep({}, { index, count }, 20)))
  const pairs = (stories: readonly Story[]) => new Set(stories.map(storyKey))
  const played = shares.flatMap(({ stories }) => stories)
  const without = pairs((await sweep({}, undefined, 0)).stories)
  const bounded = (await sweep({}, undefined, 20)).stories
  expect(pairs(played)).toEqual(pairs(bounded))
  expect(pairs(bounded).size).toBe(without.size + 20)
  // The table says that there are more.
  const { length } = (await sweep()).stories
  const all = length - (await sweep({}, undefined, 0)).stories.length
  const table = triedIn(allParts(shares.map(({ parts }) => parts)))
  expect(table.at(-1)).toBe(`pairs at two calls: 20 of ${all} stories`)
})

test('the table names the parts that were not reached', async () => {
  const state: Sweep = { began: 0, parts: [], pairsMax: 0 }
  const profile = playedWith({ steps: [], marks: [] })
  const all = sweepStories(state, { material, profile }, choicesOf(1))
  for (let left = 3; left > 0; left--) await all.next(profile)
  const table = triedIn(state.parts)
  expect(table[0]).toBe('facts between starts: 2 of 3 stories')
  expect(table.slice(1)).toContain('a death at each point: not reached')
  expect(table).toHaveLength(10)
})

test('the table says that there may be more stories if a share did not reach a part', () => {
  const part = { what: 'a death at each point', played: 0, left: 0, isCommon: false }
  const reached = { ...part, stories: 10, played: 10 }
  const not = { ...part, stories: undefined }
  for (const shares of [
    [[reached], [not]],
    [[not], [reached]],
  ])
    expect(triedIn(allParts(shares))).toEqual(['a death at each point: 10 of 10 or more stories'])
  expect(triedIn(allParts([[not], [not]]))).toEqual(['a death at each point: not reached'])
  expect(triedIn(allParts([[reached], [reached]]))).toEqual(['a death at each point: 20 of 20 stories'])
})

test('the table of shares that learned of different numbers of places names a part once, with the most', () => {
  const part = { what: 'one harm at each kind of call', left: 0, isCommon: false }
  const shares = [
    [{ ...part, places: 3, stories: 20, played: 18 }],
    [{ ...part, places: 4, stories: 34, played: 18 }],
    [{ ...part, places: 3, stories: 20, played: 20 }],
  ]
  expect(triedIn(allParts(shares))).toEqual(['one harm at each kind of call (4): 56 of 74 stories'])
})
