import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Input } from '../../src/engine/domain.ts'
import { graphHash, stateHash } from '../../src/engine/state/hash.ts'
import { outcomeDigest } from '../../src/engine/state/history.ts'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import type { State } from '../../src/engine/state/state.ts'
import { items } from '../../src/engine/store/ring.ts'
import { ID_MAX } from '../../src/engine/store/storage.ts'
import { scale } from '../chance.ts'
import { cachedHash, freshHash, photograph, problemsOf, thawed } from './audit.ts'
import { after, anyInput, anyStory, play } from './story.ts'
import { beginning, codes, fresh, noon, toy } from './toy.ts'

const runs = { numRuns: 60 * scale }
const shelf = { type: 'build', name: 'poems', room: 'east', public: true }
const book = { type: 'shelve', shelf: 0, title: 'a', pages: 3, authors: ['b'] }
const stocked = () => after(fresh(), [shelf, book, { ...book, title: 'c', pages: 9 }])

describe('any story', () => {
  test('replayed gives the same hashes and outcomes', () => {
    const digests = (story: Input[]) =>
      play(fresh(), story).map(({ state, outcome }) => [stateHash(state), outcomeDigest(outcome)])
    fc.assert(
      fc.property(anyStory, (story) => {
        expect(digests(structuredClone(story))).toEqual(digests(story))
      }),
      runs,
    )
  })

  test('keeps the same graph object and emits no event for a refused input', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        let before = fresh()
        for (const { state, outcome, events } of play(before, story)) {
          const refused = !outcome.ok && !outcome.committed
          const byTime = state.graph.now > before.graph.now || state.graph.rows.size < before.graph.rows.size
          if (refused && !byTime) {
            expect(state.graph).toBe(before.graph)
          }
          if (refused) {
            expect(events).toEqual([])
            expect(state.graph.nextId).toBe(before.graph.nextId)
            expect(state.graph.streams).toBe(before.graph.streams)
            expect(state.ledger.emitted).toBe(before.ledger.emitted)
          }
          expect(state.ledger.sequence).toBe(before.ledger.sequence + 1)
          before = state
        }
      }),
      runs,
    )
  })

  test('never changes an old state', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        let state = fresh()
        const kept = [state]
        const photographs = [photograph(state)]
        for (const input of story) {
          state = toy.step(state, input).state
          kept.push(state)
          photographs.push(photograph(state))
        }
        expect(kept.map(photograph)).toEqual(photographs)
        const replayed = [fresh(), ...play(fresh(), story).map((step) => step.state)]
        expect(kept.map(stateHash)).toEqual(replayed.map(stateHash))
      }),
      { numRuns: 40 * scale },
    )
  })

  test('keeps every edge sorted, every count correct and every walk complete', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const steps = play(fresh(), story)
        const looked = steps.filter((_, place) => place % 10 === 0 || place === steps.length - 1)
        for (const { state } of looked) expect(problemsOf(state)).toEqual([])
      }),
      runs,
    )
  })

  test('has the same hash as a computation from all rows, at any moment', () => {
    fc.assert(
      fc.property(anyStory, fc.array(fc.boolean(), { minLength: 102, maxLength: 102 }), (story, asked) => {
        const steps = play(fresh(), story)
        steps.forEach(({ state }, place) => {
          if (asked[place]) expect(cachedHash(state)).toBe(freshHash(state))
        })
        for (const { state } of steps.toReversed()) expect(cachedHash(state)).toBe(freshHash(state))
      }),
      { numRuns: 30 * scale },
    )
  })

  test('is frozen at every depth', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        expect(thawed(after(fresh(), story))).toBeUndefined()
      }),
      runs,
    )
  })

  test('gives each row its own id, and numbers events without gaps', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const steps = play(fresh(), story)
        const events = steps.flatMap((step) => step.events)
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, place) => place + 1))
        const last = steps.at(-1)?.state ?? fresh()
        expect([...items(last.ledger.events)]).toEqual(events.slice(-beginning.logSize))
        expect(last.ledger.events.dropped).toBe(Math.max(0, events.length - beginning.logSize))
        for (const { id } of last.graph.rows.values()) expect(id).toBeLessThan(last.graph.nextId)
      }),
      runs,
    )
  })
})

describe('a step and its input', () => {
  const scramble = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      scramble(member)
      if (Object.isFrozen(value)) continue
      if (typeof member !== 'object') Reflect.set(value, key, 'scrambled')
    }
    if (!Object.isFrozen(value)) Reflect.set(value, 'scrambled', true)
  }

  const isThawed = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    (!Object.isFrozen(value) && Object.values(value).every(isThawed))

  test('the input is neither changed nor frozen', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const copy = structuredClone(story)
        play(fresh(), story)
        expect(story).toEqual(copy)
        expect(story.every(isThawed)).toBe(true)
      }),
      runs,
    )
  })

  test('scrambling the input, the outcome and the events changes no state', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        let state = fresh()
        for (const input of story) {
          const step = toy.step(state, input)
          const before = photograph(step.state)
          for (const value of [input, step.outcome, step.events]) scramble(value)
          expect(photograph(step.state)).toBe(before)
          state = step.state
        }
      }),
      { numRuns: 40 * scale },
    )
  })

  test('scrambling what a world began with changes nothing', () => {
    const options = { ...beginning, settings: { deep: { mood: ['quiet'] } }, notes: { deep: { a: 1 } } }
    const state = toy.begin(options)
    const before = photograph(state)
    scramble(options)
    expect(photograph(state)).toBe(before)
    expect(thawed(state)).toBeUndefined()
  })

  test('the answer of the domain may be any value, including false and 0', () => {
    expect(toy.step(fresh(), shelf).answer).toBe('build')
    expect(toy.step(fresh(), 5).answer).toBeUndefined()
  })
})

describe('a hostile input', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 1
    for (let level = 0; level < depth; level++) value = { a: value }
    return value
  }
  const cycle: { [name: string]: unknown } = { type: 'open' }
  cycle['settings'] = cycle
  const fail = (): never => {
    throw new Error('read')
  }
  const refusedOutcome = {
    ok: false,
    committed: false,
    error: expect.objectContaining({ code: codes.malformed }),
  }

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', [{ type: 'build' }]],
    ['a function', () => 1],
    ['an object without a type', {}],
    ['a type that is no text', { type: 7 }],
    ['an inherited type', Object.create({ type: 'build' })],
    ['an unknown type', { type: 'fly' }],
    ['the name of a member of every object', { type: 'constructor' }],
    ['__proto__ as a type', { type: '__proto__' }],
    ['__proto__ as a member', JSON.parse('{"__proto__": {"type": "build"}}')],
    [
      'a getter that throws',
      {
        type: 'build',
        get name() {
          return fail()
        },
      },
    ],
    [
      'a type whose getter throws',
      {
        get type() {
          return fail()
        },
      },
    ],
    ['a proxy that throws', new Proxy({}, { ownKeys: fail, get: fail, getPrototypeOf: fail })],
    [
      'a revoked proxy',
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      })(),
    ],
    ['a cycle', cycle],
    ['a depth of 100,000', { type: 'open', settings: nested(100_000) }],
    ['a lone surrogate', { type: 'open', settings: '\ud800' }],
    ['an infinite number', { type: 'open', settings: Number.POSITIVE_INFINITY }],
    ['an advance to nowhere', { type: 'advance' }],
    ['a load of nothing', { type: 'load' }],
    ['a tick when nothing is due', { type: 'tick' }],
  ])('%s is refused, and the graph stays the same', (_, input) => {
    const before = stocked()
    const step = toy.step(before, input)
    expect(step.outcome).toEqual(refusedOutcome)
    expect(step.state.graph).toBe(before.graph)
    expect(step.events).toEqual([])
    expect(step.state.ledger).toEqual({ ...before.ledger, sequence: before.ledger.sequence + 1 })
  })

  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  } as fc.ObjectConstraints)
  const type = fc.constantFrom('build', 'shelve', 'open', 'note', 'plan', 'load', 'advance', 'tick', 'draw')

  test('any value at all gives an outcome', () => {
    const before = stocked()
    const photographed = photograph(before)
    fc.assert(
      fc.property(anything, (value) => {
        const { outcome, state } = toy.step(before, value)
        expect(outcome.ok).toBe(false)
        expect(state.graph).toBe(before.graph)
      }),
      { numRuns: 1_000 * scale },
    )
    expect(photograph(before)).toBe(photographed)
  })

  test('an input with any value in any member gives an outcome', () => {
    const before = stocked()
    fc.assert(
      fc.property(
        type,
        fc.dictionary(fc.string(), anything),
        anyInput,
        anything,
        (named, members, input, value) => {
          const changed = Object.fromEntries(
            Object.keys(input).map((key) => [key, key === 'type' ? named : value]),
          )
          for (const hostile of [{ ...members, type: named }, { ...changed }, { ...input, ...members }]) {
            const { outcome, state } = toy.step(before, hostile)
            if (!outcome.ok && !outcome.committed) expect(state.graph).toBe(before.graph)
          }
        },
      ),
      { numRuns: 500 * scale },
    )
  })
})

describe('a refused input', () => {
  test('discards all earlier writes of its rule', () => {
    const before = stocked()
    const { state, outcome, events } = toy.step(before, { type: 'refuse', book: 0 })
    expect(outcome).toEqual({
      ok: false,
      error: { code: codes.refused, message: 'Not so' },
      committed: false,
    })
    expect(state.graph).toBe(before.graph)
    expect(events).toEqual([])
  })

  test('can change the ledger', () => {
    expect(toy.step(stocked(), { type: 'refuse', book: 5 }).state.ledger.notes).toEqual({ tried: 5 })
  })

  test('that is committed keeps its effect and its events', () => {
    const before = stocked()
    const { state, outcome, events } = toy.step(before, { type: 'lose', book: 0 })
    expect(outcome).toMatchObject({ ok: false, error: { code: codes.answerLost }, committed: true })
    expect(state.graph.settings).toEqual({ never: true })
    expect(state.graph.nextId).toBe(before.graph.nextId + 3)
    expect(state.graph.blobs.size).toBe(1)
    expect(events).toEqual([{ sequence: 3, at: noon, type: 'never', data: { place: 0 } }])
  })

  test('takes no id: the next row gets the same id as without it', () => {
    const next = (state = stocked()) => toy.step(state, shelf).outcome
    expect(next(toy.step(stocked(), { type: 'refuse', book: 0 }).state)).toEqual(next())
  })
})

describe('the limits of an input', () => {
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, place) => [`k${place}`, 0]))
  const { k0: _, ...most } = many
  const tooMany = 'snapshot: an object of 10001 members, more than 10000'
  const noType = 'An input is an object with a member `type`'
  let reads = 0
  const fickle = {
    get type() {
      if (reads++ === 0) throw new Error('read')
      return 'open'
    },
    snapshot: many,
  }
  const named = (type: unknown) => Object.assign(() => 1, { type })

  test.each<[string, unknown, string | undefined]>([
    ['an object of 10,000 members', { type: 'open', settings: {}, snapshot: most }, undefined],
    ['an object of 10,001 members', { type: 'open', settings: {}, snapshot: many }, tooMany],
    ['such an object in a snapshot', { type: 'load', snapshot: many }, 'The snapshot cannot be read: format'],
    ['such an object without a type', { snapshot: many }, tooMany],
    [
      'an object that inherits the type',
      Object.create({ type: 'load' }),
      ': an instance of a class is not JSON',
    ],
    ['such an object whose type cannot be read at first', fickle, tooMany],
    ['an object without a type', {}, noType],
    ['a type that is no text', { type: 7 }, noType],
    ['a list', [{ type: 'open' }], noType],
    ['a text', 'load', noType],
    ['null', null, noType],
    ['a function that has the type', named('load'), ': a function is not JSON'],
  ])('%s', (_, input, problem) => {
    const { outcome } = toy.step(fresh(), input)
    if (problem === undefined) expect(outcome.ok).toBe(true)
    else expect(outcome).toMatchObject({ error: { message: expect.stringContaining(problem) } })
  })
})

describe('a world that has used all numbers', () => {
  const withNumbers = (numbers: object): State => {
    const { graph, ledger } = stocked()
    return { graph, ledger: { ...ledger, ...numbers } }
  }

  test.each<[string, object, boolean]>([
    ['but one of inputs', { sequence: ID_MAX - 1 }, true],
    ['of inputs', { sequence: ID_MAX }, false],
    ['but one of events', { emitted: ID_MAX - 1 }, true],
    ['of events', { emitted: ID_MAX }, false],
    ['of events, and more', { emitted: ID_MAX + 1 }, false],
  ])('%s', (_, numbers, takes) => {
    const state = withNumbers(numbers)
    for (const input of [shelf, { type: 'advance', to: noon + 1 }]) {
      const step = toy.step(state, input)
      expect(step.outcome.ok).toBe(takes)
      expect(step.state === state).toBe(!takes)
      if (!takes)
        expect(step.outcome).toMatchObject({
          committed: false,
          error: { code: codes.malformed, message: expect.stringContaining('used all 999999999999999') },
        })
    }
  })

  test('still loads a snapshot, and goes on from there', () => {
    const loaded = toy.step(withNumbers({ sequence: ID_MAX }), {
      type: 'load',
      snapshot: snapshot(stocked()),
    })
    expect(loaded.outcome).toEqual({ ok: true, value: {} })
    expect(stateHash(loaded.state)).toBe(stateHash(stocked()))
    expect(toy.step(loaded.state, shelf).outcome.ok).toBe(true)
  })
})

describe('machines', () => {
  test('two of them interleaved do not disturb each other', () => {
    fc.assert(
      fc.property(anyStory, anyStory, fc.infiniteStream(fc.boolean()), (left, right, turns) => {
        const apart = [after(fresh(), left), after(fresh({ seed: 'other' }), right)].map(stateHash)
        const [states, stories] = [
          [fresh(), fresh({ seed: 'other' })],
          [[...left], [...right]],
        ]
        while (stories.some(({ length }) => length > 0)) {
          const turn = turns.next().value ? 0 : 1
          const input = stories[turn]?.shift()
          const state = states[turn]
          if (input && state) states[turn] = toy.step(state, input).state
        }
        expect(states.map(stateHash)).toEqual(apart)
      }),
      { numRuns: 25 * scale },
    )
  })

  test('an input that changes nothing leaves the graph the same object', () => {
    const before = stocked()
    for (const input of [
      { type: 'read', shelf: 0 },
      { type: 'rename', book: 0, title: 'a', authors: ['b'] },
      { type: 'callOff', key: 'nothing' },
      { type: 'note', name: 'n', text: 1, by: 1 },
      { type: 'advance', to: noon },
    ]) {
      const { state, outcome } = toy.step(before, input)
      expect(outcome.ok, input.type).toBe(true)
      if (input.type === 'rename') expect(graphHash(state.graph)).toBe(graphHash(before.graph))
      else expect(state.graph, input.type).toBe(before.graph)
    }
  })
})
