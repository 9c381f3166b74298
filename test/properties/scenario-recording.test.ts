import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guard } from '../../src/engine/values/guard.ts'
import { isPlainObject } from '../../src/engine/values/plain-object.ts'
import { createWorld, type World } from '../../src/index.ts'
import { parseScenario, recordScenario, runScenario } from '../../src/scenario/index.ts'
import { runCall, runInput, runSettled } from '../../src/world/handle/handle.ts'
import { handleOf } from '../../src/world/handles.ts'
import { scale } from '../chance.ts'
import { anyInput } from './inputs.ts'
import { names } from './play.ts'
import { inputFrom, type Recipe } from './recipes.ts'

const RUNS = 12

/** One move of a history: an input of any kind, or a move of the clock, or a round of deliveries. */
type Move =
  | { readonly kind: 'input'; readonly recipe: Recipe; readonly bare: boolean }
  | { readonly kind: 'clock'; readonly advance: number }
  | { readonly kind: 'next' }
  | { readonly kind: 'fault'; readonly code: 1 | 2 | 4; readonly times: number }
  | { readonly kind: 'deliver'; readonly status: number }

const moves: fc.Arbitrary<Move> = fc.oneof(
  // Some inputs run without the work that is due, as a program that calls `step` may do.
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('input'),
      recipe: anyInput,
      bare: fc.nat(9).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clock'),
      advance: fc.oneof(fc.constantFrom(0, 1, 60_000, 86_400_000), fc.nat(90 * 86_400_000)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('next') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fault'), code: fc.constantFrom(1, 2, 4), times: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deliver'), status: fc.constantFrom(200, 500) }) },
)

interface Case {
  readonly starter: boolean | 'bare'
  readonly autoTick: number
  readonly moves: readonly Move[]
}

const cases: fc.Arbitrary<Case> = fc.record({
  starter: fc.constantFrom<Case['starter']>(true, 'bare', false),
  autoTick: fc.constantFrom(0, 0, 1_000),
  moves: fc.array(moves, { maxLength: 60, size: 'max' }),
})

async function make(world: World, move: Move): Promise<void> {
  const handle = handleOf(world)
  if (move.kind === 'clock') world.clock.advance(move.advance)
  else if (move.kind === 'next') world.clock.next()
  else if (move.kind === 'fault') {
    const { code, times } = move
    if (times > 0) world.faults.add({ match: {}, fault: { kind: 'error', code }, times })
    else world.faults.clear()
  } else if (move.kind === 'deliver') {
    const { app } = world.names ?? {}
    if (app === undefined) return
    using _connected = world.webhooks.connect(app, () => ({ status: move.status }))
    await world.webhooks.flush()
  } else {
    const input = inputFrom(world.state, world.names ?? names, move.recipe)
    const guarded = guard(input)
    const type = guarded.ok && isPlainObject(guarded.value) ? guarded.value['type'] : undefined
    if (move.bare || type === undefined || type === 'tick' || type === 'advance') runInput(handle, input)
    else if (type === 'call' || type === 'request') runCall(handle, Object(input))
    else runSettled(handle, Object(input))
  }
}

async function played({ starter, autoTick, moves }: Case): Promise<World> {
  const world = createWorld({ seed: 'recording', autoTick })
  if (starter === 'bare') world.starter({ publications: false })
  else if (starter) world.starter()
  for (const move of moves) await make(world, move)
  return world
}

test(
  'a recorded history plays to the same full hash, and is recorded as the same text',
  async () => {
    const count = { steps: 0, raw: 0 }
    await fc.assert(
      fc.asyncProperty(cases, async (given) => {
        const world = await played(given)
        const recorded = recordScenario(world)
        const run = runScenario(parseScenario(recorded.text))
        expect(run.difference?.message).toBeUndefined()
        expect(run.world.hash('full')).toBe(world.hash('full'))
        expect(recordScenario(run.world).text).toBe(recorded.text)
        count.steps += recorded.document.steps.length
        count.raw += recorded.document.steps.filter((step) => 'input' in step).length
      }),
      { numRuns: RUNS * scale },
    )
    // A recording is readable: most inputs have a step of their own.
    expect(count.raw).toBeLessThan(count.steps / 2)
  },
  120_000 * scale,
)
