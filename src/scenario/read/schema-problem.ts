import { isOtherKind, issueWords } from '../../engine/schema/issue-words.ts'
import { z } from '../../engine/schema/zod.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import { didYouMean } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'
import type { DocumentPath } from './place.ts'
import { ScenarioDocument, STEPS_MAX } from './schema.ts'
import { stepKinds } from './step-schema.ts'

/** A problem of a document, with its path. */
export interface DocumentProblem {
  readonly path: DocumentPath
  readonly message: string
}

const kindNames = Object.keys(stepKinds)

/** Words an issue in terms of documents, which have keys. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject) {
    const [key = ''] = issue.keys
    const known = Object.keys(issue.inst.shape)
    const hint = didYouMean(key, known) || `; known keys are ${known.join(', ')}`
    return `the key ${shown(key)} is unknown${hint}`
  }
  if (issue.code !== 'unrecognized_keys' && issue.input === undefined) return 'is missing'
  return issueWords(issue)
}

/** Reads a value with a schema of scenarios, and words its issues. */
const readWith = <T extends z.ZodType>(schema: T, value: unknown) =>
  schema.safeParse(value, { error: wordsOf })

const pathOf = (path: readonly PropertyKey[]): DocumentPath =>
  path.map((part) => (typeof part === 'number' ? part : String(part)))

function partAt(value: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>(
    (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined),
    value,
  )
}

/** A wrong key is reported at the key, and not at its object. */
const keyOf = (issue: z.core.$ZodIssue): DocumentPath =>
  issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []

/** Returns the problem of an issue. Of several shapes it takes the one whose kind the value has. */
function problemOf(issue: z.core.$ZodIssue, value: unknown, at: DocumentPath): DocumentProblem {
  const path = [...at, ...pathOf(issue.path)]
  if (issue.code !== 'invalid_union') return { path: [...path, ...keyOf(issue)], message: issue.message }
  const part = partAt(value, pathOf(issue.path))
  if (isStepPath(path)) return stepProblem(part, path)
  const [meant, ...more] = issue.errors.filter((issues) => !issues.some(isOtherKind))
  const [first] = meant ?? []
  if (first && (more.length === 0 || isPlainObject(part)))
    return problemOf(nearest(issue.errors, part) ?? first, part, path)
  const messages = issue.errors.flatMap(([one]) => (one ? [one.message.replace(/, got .*$/s, '')] : []))
  return { path, message: `${[...new Set(messages)].join(', or ')}; got ${shown(part)}` }
}

/** Of the shapes of an object, the one that shares the most keys with it fails with the fewest issues. */
function nearest(
  shapes: readonly (readonly z.core.$ZodIssue[])[],
  part: unknown,
): z.core.$ZodIssue | undefined {
  if (!isPlainObject(part)) return undefined
  const ranked = shapes
    .filter((issues) => !issues.some(isOtherKind))
    .map((issues) => ({ issues, wrong: issues.flatMap((issue) => [issue.path, ...keyOf(issue)]).length }))
    .sort((left, right) => left.wrong - right.wrong)
  return ranked[0]?.issues[0]
}

const isStepPath = (path: DocumentPath): boolean =>
  typeof path.at(-1) === 'number' &&
  (path.at(-2) === 'steps' || path.at(-2) === 'actions') &&
  path.length <= 3

function stepProblem(step: unknown, path: DocumentPath): DocumentProblem {
  const names = isPlainObject(step) ? Object.keys(step) : []
  const [kind, second] = names.filter((name) => kindNames.includes(name))
  const list = kindNames.join(', ')
  if (kind === undefined) {
    const hint = names.map((name) => didYouMean(name, kindNames)).find((words) => words !== '')
    return { path, message: `a step must have one of ${list}, or expect${hint ?? `; got ${shown(step)}`}` }
  }
  if (second !== undefined)
    return { path, message: `a step does one thing, and this one has ${kind} and ${second}: make it two` }
  const [, schema] = Object.entries(stepKinds).find(([name]) => name === kind) ?? []
  const [issue] = (schema && readWith(schema, step).error?.issues) ?? []
  return issue ? problemOf(issue, step, path) : { path, message: `the step cannot be read: ${shown(step)}` }
}

/** Reads a document with the schema. */
export function readDocument(
  value: unknown,
): { readonly document: ScenarioDocument } | { readonly problem: DocumentProblem } {
  const steps = isPlainObject(value) ? value['steps'] : undefined
  // The schema would look at each of a million steps before it counts them.
  if (Array.isArray(steps) && steps.length > STEPS_MAX)
    return {
      problem: { path: ['steps'], message: `a scenario has at most ${STEPS_MAX} steps, got ${steps.length}` },
    }
  const read = firstProblem(ScenarioDocument, value)
  return 'problem' in read ? read : { document: read.value }
}

/** Reads a value with a schema, or returns its first problem. */
export function firstProblem<T extends z.ZodType>(
  schema: T,
  value: unknown,
): { readonly value: z.output<T> } | { readonly problem: DocumentProblem } {
  const read = readWith(schema, value)
  if (read.success) return { value: read.data }
  const [issue] = read.error.issues
  if (!issue) return { problem: { path: [], message: 'the document cannot be read' } }
  return { problem: problemOf(issue, value, []) }
}
