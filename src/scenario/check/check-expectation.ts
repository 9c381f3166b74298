import { isPlainObject } from '../../engine/values/plain-object.ts'
import { didYouMean } from '../../graph/values/nearest.ts'
import { shown } from '../../graph/values/scalars.ts'
import { matchTestNames, valueKinds } from '../read/match.ts'
import type { DocumentPath } from '../read/place.ts'
import { namesIn, specialNames } from '../read/references.ts'
import type { DocumentProblem } from '../read/schema-problem.ts'

/** The type of the value of a test. With another type it would fail always, or, negated, never. */
const testValues: Readonly<Record<string, readonly [expected: string, passes: (value: unknown) => boolean]>> =
  {
    $absent: ['true or false', (value) => typeof value === 'boolean'],
    $kind: [valueKinds.join(', '), (value) => valueKinds.some((kind) => kind === value)],
    $length: ['a whole number of at least 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0],
    $startsWith: ['text', (value) => typeof value === 'string'],
    $endsWith: ['text', (value) => typeof value === 'string'],
  }

const isReference = (value: unknown): boolean => typeof value === 'string' && namesIn(value).length > 0

function testProblem(name: string, value: unknown): string | undefined {
  if (![...matchTestNames, ...specialNames].includes(name)) {
    const hint = didYouMean(name, matchTestNames) || `; the tests are ${matchTestNames.join(', ')}`
    return `there is no test ${shown(name)}${hint}`
  }
  const [expected, passes] = testValues[name] ?? []
  if (!passes || passes(value) || isReference(value)) return undefined
  return `${name} must be ${expected}, got ${shown(value)}`
}

/** Checks the members of an expectation that begin with a dollar sign. */
export function* expectationProblems(expected: unknown, path: DocumentPath): Generator<DocumentProblem> {
  if (Array.isArray(expected))
    for (const [index, item] of expected.entries()) yield* expectationProblems(item, [...path, index])
  if (!isPlainObject(expected)) return
  for (const [name, wanted] of Object.entries(expected)) {
    const message = name.startsWith('$') ? testProblem(name, wanted) : undefined
    if (message !== undefined) yield { path: [...path, name], message }
    if (name !== '$exactly' && name !== '$literal') yield* expectationProblems(wanted, [...path, name])
  }
}
