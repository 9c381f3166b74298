import { describe, expect, test } from 'vitest'
import { readSteps } from '../../src/inspector/step-log.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { handleOf } from '../../src/world/handles.ts'

const now = () => 0

describe('a reader of steps', () => {
  test('is watched for while it is open, and no longer: a world without readers makes no lines', () => {
    const handle = handleOf(createWorld())
    const [one, other] = [0, 0].map((sequence) => readSteps(handle, { sequence }, now))
    one?.close()
    expect(handle.watch).toBeDefined()
    other?.close()
    expect(handle.watch).toBeUndefined()
  })

  test('behind what the history has forgotten is told so, and goes on with what it has', () => {
    const world = createWorld()
    const name = 'x'.repeat(4_000_000)
    // One text in all inputs: the history counts it each time, and the machine holds it once.
    while (world.history.dropped === 0) world.actions.createUser({ name })
    const first = world.history.dropped + 1
    const reader = readSteps(handleOf(world), { sequence: 0 }, now)
    expect(reader.next()).toEqual({
      kind: 'gone',
      message: 'Step 1 was evicted: the server keeps at most 128 MiB of steps in all worlds.',
    })
    const next = reader.next()
    expect(next?.kind === 'steps' && next.lines[0]?.sequence).toBe(first)
    reader.close()
  })

  test('that reads nothing takes the memory of 8,000 lines at most', () => {
    const world = createWorld({ history: 'off' })
    const reader = readSteps(handleOf(world), { sequence: 0 }, now)
    for (let at = 0; at < 8_001; at++) world.actions.createUser({ name: 'Ann' }).unwrap()
    expect(reader.next()).toEqual({
      kind: 'gone',
      message:
        'The steps before 4001 are gone. This world keeps no history: its steps are listed while a page is open, ' +
        'and none of them can be opened. Start the server without --history off; in code, create the world ' +
        "without history: 'off'.",
    })
    const next = reader.next()
    expect(next?.kind === 'steps' && [next.lines[0]?.sequence, next.lines.length]).toEqual([4_001, 500])
    reader.close()
  })
})
