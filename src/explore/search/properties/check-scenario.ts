import fc from 'fast-check'
import type { Json } from '../../../engine/values/guard.ts'
import { fillScenario } from '../../../scenario/check/fill.ts'
import type { Scenario } from '../../../scenario/check/parse.ts'
import { runScenario, type ScenarioDifference } from '../../../scenario/play/run-scenario.ts'
import { isOpen, lengthsOf, openTime } from '../../../scenario/read/open-values.ts'
import type { OpenValue } from '../../../scenario/read/value-schema.ts'
import { checkNames } from '../../../world/handle/known-names.ts'
import { instantOf } from '../../../world/time/time.ts'

/** The number of plays of a checked scenario, and the seed of its values. */
export interface CheckScenarioOptions {
  /** The number of times that the scenario is played: 100 if left out. */
  readonly runs?: number
  /** The seed of the values: 1 if left out, so that every check draws the same ones. */
  readonly seed?: number
}

/** The smallest values with which a scenario fails. */
export interface ScenarioFailure {
  readonly values: Readonly<Record<string, Json>>
  /** The scenario with the values filled in: its `text` can be saved as a file. */
  readonly scenario: Scenario
  readonly difference: ScenarioDifference
}

/** The result of checking a scenario. */
export interface ScenarioCheck {
  readonly ok: boolean
  /** The number of times that the scenario was played, without shrinking. */
  readonly runs: number
  readonly failure?: ScenarioFailure
}

/** Draws an open value. Small values come first when a failure shrinks. */
function arbitraryOf(open: OpenValue): fc.Arbitrary<Json> {
  if ('oneOf' in open) return fc.constantFrom<Json>(...open.oneOf)
  if (open.any === 'integer') return fc.integer({ min: open.from, max: open.to })
  if (open.any === 'text') {
    const { minLength, maxLength } = lengthsOf(open)
    // A character can have two UTF-16 code units, in which lengths are counted.
    const text = fc.string({ unit: 'grapheme', minLength, maxLength })
    return text.filter(({ length }) => length >= minLength && length <= maxLength)
  }
  const [from, to] = [Math.ceil(instantOf(open.from) / 1000), Math.floor(instantOf(open.to) / 1000)]
  return fc.integer({ min: from, max: to }).map((seconds) => openTime(open, seconds * 1000))
}

/**
 * Plays a scenario many times, each time with other values for those that it leaves open. A failure is
 * shrunk, and returned as a scenario with the values filled in. Without open values it is played once.
 *
 * Throws a TypeError if the options are wrong.
 */
export function checkScenario(scenario: Scenario, options: CheckScenarioOptions = {}): ScenarioCheck {
  checkNames('checkScenario', 'option', options, ['runs', 'seed'])
  const { runs = 100, seed = 1 } = options
  const open = Object.entries(scenario.document.values ?? {}).flatMap(([name, value]) =>
    isOpen(value) ? [[name, arbitraryOf(value)] as const] : [],
  )
  const property = fc.property(
    fc.record(Object.fromEntries(open)),
    (values) => runScenario(scenario, { values }).ok,
  )
  const details = fc.check(property, {
    numRuns: open.length === 0 ? 1 : runs,
    seed,
    reporter: () => {},
  })
  const [values] = details.counterexample ?? []
  if (!details.failed || !values) return { ok: !details.failed, runs: details.numRuns }
  const filled = fillScenario(scenario, values)
  const { difference } = runScenario(filled)
  if (!difference) throw new Error('The filled scenario does not fail: please report this bug of fauxgraph')
  return { ok: false, runs: details.numRuns, failure: { values, scenario: filled, difference } }
}
