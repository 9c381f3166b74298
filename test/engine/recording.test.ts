import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Domain } from '../../src/engine/domain.ts'
import { machine } from '../../src/engine/machine.ts'
import {
  playRecording,
  RECORDING_FORMAT,
  type Recording,
  readRecording,
  writeRecording,
} from '../../src/engine/recording.ts'
import { stateHash } from '../../src/engine/state/hash.ts'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import { scale } from '../chance.ts'
import { after, anyStory } from './story.ts'
import { beginning, domain, fresh, type LibraryTypes, toy } from './toy.ts'

const base = { seed: 'seven' }
const write = (story: readonly object[], from = fresh()) =>
  writeRecording(toy, from, { base, engine: 'toy 1', inputs: story as never })

function reread(value: unknown): Recording {
  const read = readRecording(value)
  if (!read.ok) throw new Error(read.problem)
  return read.recording
}

const short = [
  { type: 'build', name: 'a', room: 'r', public: true },
  { type: 'shelve', shelf: 0, title: 'b', pages: 1, authors: [] },
  { type: 'burn', book: 0 },
  { type: 'burn', book: 0 },
]

describe('a recording', () => {
  test('that is written, read and replayed gives the same hash', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const recording = reread(JSON.parse(JSON.stringify(write(story))))
        const { state, played, difference } = playRecording(toy, fresh(), recording)
        expect(difference).toBeUndefined()
        expect(played).toBe(story.length)
        expect(stateHash(state)).toBe(stateHash(after(fresh(), story)))
        expect(recording.hash).toBe(stateHash(state))
      }),
      { numRuns: 25 * scale },
    )
  })

  test('contains its base, the version of its engine, and every input', () => {
    expect(write(short)).toMatchObject({ format: RECORDING_FORMAT, engine: 'toy 1', base, inputs: short })
    expect(write(short).outcomes).toHaveLength(4)
  })

  test('may begin with a snapshot', () => {
    const from = after(fresh(), short)
    const recording = writeRecording(toy, from, { base: snapshot(from) as never, engine: '1', inputs: short })
    const loaded = toy.step(fresh(), { type: 'load', snapshot: reread(recording).base }).state
    expect(playRecording(toy, loaded, reread(recording)).difference).toBeUndefined()
  })

  test('replayed up to a moment gives the state of that moment', () => {
    for (const until of [0, 1, 3, 4, 99]) {
      const { state, played, difference } = playRecording(toy, fresh(), write(short), until)
      expect(difference).toBeUndefined()
      expect(played).toBe(Math.min(until, 4))
      expect(stateHash(state)).toBe(stateHash(after(fresh(), short.slice(0, until))))
    }
  })

  test('may be as large as a world', () => {
    const inputs = Array.from({ length: 300_000 }, () => ({ type: 'open', settings: [1, 2, 3, 4, 5] }))
    expect(readRecording({ ...write([]), inputs }).ok).toBe(true)
  })
})

describe('a recording that differs from its replay', () => {
  /** A later library that asks for the owner's word before a book burns. */
  const stricter: Domain<LibraryTypes> = {
    ...domain,
    run: (work, input) =>
      input.type === 'burn'
        ? { outcome: { ok: false, error: { code: 9, message: 'Ask first' }, committed: false } }
        : domain.run(work, input),
  }
  /** A later library that says the same and does another thing. */
  const quieter: Domain<LibraryTypes> = {
    ...domain,
    run(work, input) {
      if (input.type === 'burn') work.tx.configure({ burnt: true })
      return domain.run(work, input)
    },
  }

  test('names the first outcome that differs, and stops there', () => {
    const recording = write(short)
    const { difference, played } = playRecording(machine(stricter), fresh(), recording)
    expect(difference).toEqual({ sequence: 2, recorded: recording.outcomes[2], came: expect.any(String) })
    expect(difference?.came).not.toBe(recording.outcomes[2])
    expect(played).toBe(3)
  })

  test('names the last hash if all outcomes are the same', () => {
    const recording = write(short)
    const { difference, state } = playRecording(machine(quieter), fresh(), recording)
    expect(difference).toEqual({ sequence: 4, recorded: recording.hash, came: stateHash(state) })
  })

  test('reports each changed outcome digest at its place', () => {
    const recording = write(short)
    recording.outcomes.forEach((_, sequence) => {
      const outcomes = recording.outcomes.with(sequence, '0000000000000000')
      expect(playRecording(toy, fresh(), { ...recording, outcomes }).difference?.sequence).toBe(sequence)
    })
  })

  test('reports another beginning', () => {
    const other = toy.begin({ ...beginning, seed: 'eight' })
    expect(playRecording(toy, other, write(short)).difference?.sequence).toBe(0)
  })

  test('reports a missing outcome', () => {
    const { outcomes, ...recording } = write(short)
    const cut = { ...recording, outcomes: outcomes.slice(0, 3) }
    expect(playRecording(toy, fresh(), cut).difference).toMatchObject({ sequence: 3, recorded: 'nothing' })
  })
})

describe('a value that is not a recording', () => {
  const whole = write(short)
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'not JSON'],
    ['a text', 'recording', 'must be an object'],
    ['another format', { ...whole, format: 2 }, 'format'],
    ['no inputs', { ...whole, inputs: undefined }, 'inputs'],
    ['an outcome that is no digest', { ...whole, outcomes: [1] }, 'outcomes.0'],
    ['no hash', { ...whole, hash: null }, 'hash'],
    ['an engine that is no name', { ...whole, engine: 1 }, 'engine'],
  ])('%s: the problem is named', (_, value, expected) => {
    const read = readRecording(value)
    expect(read.ok ? 'none' : read.problem).toContain(expected)
  })

  test('gives a problem and never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withDate: true }), (value) => {
        expect(readRecording(value).ok).toBe(false)
        expect(readRecording({ ...whole, inputs: undefined, base: value }).ok).toBe(false)
      }),
      { numRuns: 120 * scale },
    )
  })
})
