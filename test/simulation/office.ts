import { createWorld, type World, type WorldOptions } from '../../src/index.ts'

/** The beginning of every simulation in these tests: a Thursday. */
export const BEGIN = Date.parse('2026-01-15T09:00:00Z')

/** An empty world at `BEGIN` with a page, a form and tokens: the clock of the starter world has moved on. */
export function office(options: WorldOptions = {}) {
  const world = createWorld({ now: BEGIN - 180_000, ...options })
  const names = world.starter({ publications: false })
  world.clock.advanceTo(BEGIN)
  return { world, ...names }
}

/** The minutes from the beginning until now. */
export const minutes = (now: number): number => (now - BEGIN) / 60_000

/** Submits a lead to the form of the starter world. */
export const submit = (world: World, name = 'Grace Example') =>
  world.actions.submitLead({
    form: world.names?.form ?? '',
    answers: { full_name: name, email: 'grace@example.test' },
  })
