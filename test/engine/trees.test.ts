import { expect, test } from 'vitest'
import { graphHash } from '../../src/engine/state/hash.ts'
import type { Graph } from '../../src/engine/state/state.ts'
import { isLong } from '../chance.ts'
import { photograph, problemsOf } from './audit.ts'
import { play } from './story.ts'
import { fresh } from './toy.ts'

test('trees of many levels keep old states through inserts, moves and removals', () => {
  let seed = 1
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const story: object[] = Array.from({ length: 40 }, (_, n) => ({
    type: 'build',
    name: `s${n % 7}`,
    room: `r${n % 3}`,
    public: n % 2 === 0,
  }))
  for (let n = 0; n < 16; n++) story.push({ type: 'crate', shelf: next(40), size: 150 })
  for (let n = 0; n < (isLong ? 60 : 24); n++) {
    story.push({ type: 'move', book: next(2_000), shelf: next(40) })
    story.push({ type: 'burn', book: next(2_000) })
    if (n % 4 === 0) story.push({ type: 'clear', shelf: next(40), every: 1 + next(3) })
    if (n % 9 === 0) story.push({ type: 'crate', shelf: next(40), size: 90 })
  }
  const played = play(fresh(), story)
  const kept = played
    .filter((_, place) => place % 4 === 0)
    .map(({ state }) => [state, photograph(state)] as const)
  for (const [state, photographed] of kept) expect(photograph(state)).toBe(photographed)
  for (const place of isLong ? [57, 90, played.length - 1] : [57, played.length - 1]) {
    const state = played[place]?.state ?? fresh()
    expect(problemsOf(state)).toEqual([])
    expect(graphHash(state.graph)).toBe(
      graphHash(play(fresh(), story.slice(0, place + 1)).at(-1)?.state.graph as Graph),
    )
  }
})
