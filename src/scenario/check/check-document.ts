import { errorMessage } from '../../engine/values/error-message.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import { registryWith } from '../../machine/world-registry.ts'
import type { Area } from '../../service/area/area.ts'
import type { Registry } from '../../service/registry.ts'
import { didYouMean } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'
import { restoreWorld } from '../../world/create-world.ts'
import { furtherNames, starterNames } from '../../world/starter/starter-names.ts'
import { publicationNames } from '../../world/starter/starter-publications.ts'
import { instantAfter } from '../../world/time/durations.ts'
import { instantOf } from '../../world/time/time.ts'
import { parsePath } from '../read/json-path.ts'
import { matchTestNames, valueKinds } from '../read/match.ts'
import { checkMoment } from '../read/moment.ts'
import { exampleProblem } from '../read/open-values.ts'
import { operationProblem, parameterProblem } from '../read/operation-names.ts'
import type { DocumentPath } from '../read/place.ts'
import { namesIn, referencesIn, specialNames } from '../read/references.ts'
import type { ScenarioDocument } from '../read/schema.ts'
import type { DocumentProblem } from '../read/schema-problem.ts'
import type { ScenarioStep } from '../read/step-schema.ts'
import { Moment } from '../read/value-schema.ts'

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

type Problems = Generator<DocumentProblem>

/** Runs a check that throws, and yields what it says. */
function* caught(path: DocumentPath, check: () => unknown): Problems {
  try {
    check()
  } catch (error) {
    yield { path, message: errorMessage(error) }
  }
}

/** The names of the starter world, which a run knows before its first step. */
function namesOfStarter({ given = {} }: ScenarioDocument, areas: readonly Area[]): Set<string> {
  const { starter, snapshot } = given
  const publications = starter === true || starter?.publications === true ? publicationNames : []
  const restored = snapshot === undefined ? {} : { ...restoreWorld(snapshot, { areas }).names }
  return new Set([
    ...(starter ? [...starterNames, ...publications, ...furtherNames] : []),
    ...Object.keys(restored),
  ])
}

/** Finds names of one's own that hide a name of the starter world. */
function* hiddenNames(names: object | undefined, path: DocumentPath, starter: ReadonlySet<string>): Problems {
  for (const name of Object.keys(names ?? {})) {
    if (!starter.has(name)) continue
    const message = `the starter world has the name ${shown(name)}: choose another one`
    yield { path: [...path, name], message }
  }
}

function* referenceProblems(value: unknown, path: DocumentPath, known: ReadonlySet<string>): Problems {
  for (const reference of referencesIn(value, path)) {
    if (known.has(reference.name)) continue
    const hint = didYouMean(reference.name, [...known])
    const message = `nothing is saved as ${shown(reference.name)} before this place${hint}`
    yield { path: reference.path, message }
  }
}

const hasReference = (value: unknown): boolean => referencesIn(value, []).length > 0

function* momentProblems(moment: unknown, path: DocumentPath): Problems {
  const read = Moment.safeParse(moment)
  if (!read.success)
    yield { path, message: `an instant must be a text, or have after, next or date; got ${shown(moment)}` }
  else if (!hasReference(moment)) yield* caught(path, () => checkMoment(read.data))
}

/** Checks the instants in values: a member that is the only one of its object may stand for an instant. */
function* timeProblems(value: unknown, path: DocumentPath): Problems {
  if (typeof value !== 'object' || value === null) return
  const members = Object.entries(value)
  const [only] = members.length === 1 && !Array.isArray(value) ? members : []
  if (only?.[0] === '$literal') return
  if (only?.[0] === '$time') yield* momentProblems(only[1], [...path, '$time'])
  else
    for (const [name, member] of members)
      yield* timeProblems(member, [...path, Array.isArray(value) ? Number(name) : name])
}

function* operationProblems(
  registry: Registry,
  kind: 'call' | 'action',
  name: string,
  params: object,
  path: DocumentPath,
): Problems {
  const message = operationProblem(registry, kind, name)
  if (message !== undefined) yield { path: [...path, kind], message }
  const problem = message === undefined ? parameterProblem(registry, name, params) : undefined
  if (problem) yield { path: [...path, 'with', problem.name], message: problem.message }
}

function* stepProblems(registry: Registry, step: ScenarioStep, path: DocumentPath): Problems {
  if ('call' in step) yield* operationProblems(registry, 'call', step.call, step.with ?? {}, path)
  if ('action' in step) yield* operationProblems(registry, 'action', step.action, step.with ?? {}, path)
  if ('advance' in step && !hasReference(step.advance))
    yield* caught([...path, 'advance'], () => instantAfter(0, step.advance))
  if ('advanceTo' in step) yield* momentProblems(step.advanceTo, [...path, 'advanceTo'])
  if ('with' in step) yield* timeProblems(step.with, [...path, 'with'])
  yield* timeProblems(step.expect, [...path, 'expect'])
  yield* expectationProblems(step.expect, [...path, 'expect'])
  if ('request' in step) yield* timeProblems(step.request, [...path, 'request'])
  if ('save' in step)
    for (const [name, to] of Object.entries(step.save ?? {}))
      yield* caught([...path, 'save', name], () => parsePath(to))
}

/** Everything of a step in which references are replaced. */
function withoutPaths(step: ScenarioStep): object {
  return Object.fromEntries(Object.entries(step).filter(([name]) => name !== 'save' && name !== 'title'))
}

function* stepsProblems(
  registry: Registry,
  steps: readonly ScenarioStep[],
  list: DocumentPath,
  known: Set<string>,
): Problems {
  for (const [index, step] of steps.entries()) {
    const path = [...list, index]
    yield* referenceProblems(withoutPaths(step), path, known)
    yield* stepProblems(registry, step, path)
    if ('save' in step) for (const name of Object.keys(step.save ?? {})) known.add(name)
  }
}

function* givenProblems({ given = {}, values = {} }: ScenarioDocument, areas: readonly Area[]): Problems {
  const { snapshot, world, ...more } = given
  if (snapshot !== undefined && (world || Object.keys(more).length > 0))
    yield { path: ['given', 'snapshot'], message: 'a snapshot must stand alone: it has all that is given' }
  if (snapshot !== undefined) yield* caught(['given', 'snapshot'], () => restoreWorld(snapshot, { areas }))
  const { now } = world ?? {}
  if (now !== undefined) yield* caught(['given', 'world', 'now'], () => instantOf(now))
  for (const [name, value] of Object.entries(values)) {
    const message = isPlainObject(value) ? exampleProblem(value) : undefined
    if (message !== undefined) yield { path: ['values', name], message }
  }
}

/** Finds what the schema cannot say: unknown names, wrong times, and values that are used too early. */
export function* documentProblems(document: ScenarioDocument, areas: readonly Area[]): Problems {
  const registry = registryWith(areas)
  yield* givenProblems(document, areas)
  const starter = namesOfStarter(document, areas)
  const { given = {}, steps, values = {} } = document
  yield* hiddenNames(values, ['values'], starter)
  const lists = [
    [['given', 'actions'], given.actions ?? []],
    [['given', 'steps'], given.steps ?? []],
    [['steps'], steps],
  ] as const
  for (const [list, own] of lists)
    for (const [index, step] of own.entries())
      if ('save' in step) yield* hiddenNames(step.save, [...list, index, 'save'], starter)
  const known = new Set([...starter, ...Object.keys(values)])
  for (const [list, own] of lists) yield* stepsProblems(registry, own, list, known)
}
