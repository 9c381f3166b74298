import { expect, test } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import { choicesOf } from '../../src/explore/search/generate/choices.ts'
import { holdsOf, overlapStory } from '../../src/explore/search/generate/generate.ts'
import { world } from './play.ts'
import type { Sut } from './programs.ts'

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

/** The commands of the story whose jobs start twice at once. */
const commandsOf = (values: readonly string[], seed: number) =>
  overlapStory(
    {
      ...{
        facts: [],
        rules: new Map(),
        noticed: [],
        jobs: ['sync'],
        commands: ['order'],
        burst: 26,
        steps: 12,
      },
      ...{ hostile: {}, stops: false, versions: 1, codes: () => [] },
      process: { commands: { order: { with: values, run: () => undefined } } },
    },
    choicesOf(seed),
  ).flatMap((step) => (step.do === 'command' ? [step.value] : []))

test.each(seeds)('a start that overlaps another asks for something else, seed %i', (seed) => {
  const [first, second, third] = commandsOf(['ACTIVE', 'PAUSED'], seed)
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})

test('a command with one value is given with it each time', () => {
  expect(commandsOf(['ACTIVE'], 1)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
})

/** Switches a campaign at each order, at once: an order can overtake the one before. */
const switches: Sut = ({ fetch, baseUrl, names, store }) => ({
  commands: {
    order: {
      with: ['ACTIVE', 'PAUSED'],
      async run(status) {
        if ((await store.get('ordered')) === status) return
        await store.set('ordered', String(status))
        const body = new URLSearchParams({ status: String(status), access_token: names.userToken })
        void fetch(`${baseUrl}/${names.campaign}`, { method: 'POST', body }).catch(() => undefined)
      },
    },
  },
})

test.each([1, 4, 8])('orders that overtake each other are found early, seed %i', async (seed) => {
  const { failures } = await explore({
    ...{ name: 'switch', world, sut: switches, runs: 60, seed, kinds: 1, stories: false },
    hostile: { restarts: false, transport: false, limits: false, errors: false, tokens: false },
  })
  expect(failures.map(({ oracle, parts }) => ({ oracle, parts }))).toEqual([{ oracle: 'world', parts: 3 }])
})

test('calls of overlapping starts are held until each step that follows, first for the longest time', () => {
  const late = { at: 'sync#1/listPagePosts/1', harm: { do: 'request late', steps: 3 } } as const
  const lost = { at: 'sync#1/listPagePosts/1', harm: { do: 'answer lost' } } as const
  const one = { at: 'sync#2/listPagePosts/1', harm: { do: 'answer late', steps: 1 } } as const
  expect(holdsOf([lost, late, one])).toEqual([
    late,
    one,
    { ...late, harm: { do: 'request late', steps: 1 } },
    { ...late, harm: { do: 'request late', steps: 2 } },
  ])
})
