import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateHash } from '../../src/engine/state/hash.ts'
import type { State } from '../../src/index.ts'
import { holds } from '../chance.ts'
import { playStory } from '../golden/play.ts'
import golden from '../golden/story.json' with { type: 'json' }
import { anyInput } from '../properties/inputs.ts'
import { base, play } from '../properties/play.ts'
import { frozenStep } from './freeze.ts'

test('the golden story has the same hashes', () => {
  expect(playStory(frozenStep()).slice(0, golden.length)).toEqual(golden)
})

test('any inputs lead to the same states', () => {
  const step = frozenStep()
  holds(
    20,
    fc.property(fc.array(anyInput, { maxLength: 60, size: 'max' }), (recipes) => {
      // A value that changes while it is read differs between two plays.
      fc.pre(!fc.stringify(recipes).includes('changing type'))
      const { raw, states } = play(recipes)
      let state: State = base
      const frozen = raw.map((input) => {
        state = step(state, input).state
        return stateHash(state)
      })
      expect(frozen).toEqual(states.slice(1).map(stateHash))
    }),
  )
})

/** Edits that code must not make, by the part of the state that they change. */
const edits: Record<string, (state: State) => void> = {
  'the state': (state) => Object.assign(state, { graph: undefined }),
  'the time': ({ graph }) => Object.assign(graph, { now: 0 }),
  'a row': ({ graph }) => Object.assign([...graph.rows.values()][0] ?? {}, { kind: 'pages' }),
  'the rows': ({ graph }) => graph.rows.delete(Number([...graph.rows.values()][0]?.id)),
  'an index': ({ graph }) => {
    const edge = graph.edges.find(({ size }) => size > 0)
    const [[key] = [[]]] = [...(edge?.entries() ?? [])]
    edge?.delete(key)
  },
  'the call log': ({ ledger }) => Object.assign(ledger.calls, { size: 0 }),
  'the event log': ({ ledger }) => Object.assign(ledger.events.tail, ['nothing']),
  'a rolling count': ({ ledger }) => Object.assign(ledger.notes, { calls: undefined }),
}

test.each(Object.entries(edits))('an edit of %s throws', (_, edit) => {
  const { state } = frozenStep()(base, { type: 'call', operation: 'readUser', token: 'x', params: {} })
  expect(() => edit(state)).toThrow(TypeError)
})
