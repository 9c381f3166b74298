import { isPlainObject } from '../engine/values/plain-object.ts'
import { shown } from '../service/values/scalars.ts'

const isList = Array.isArray
const isInstant = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) <= 8_640_000_000_000_000

/** Whether a member of a result has the form that the writers of files rely on. */
const hasForm: Readonly<Record<string, (value: unknown) => boolean>> = {
  counters: isPlainObject,
  histograms: isPlainObject,
  resources: isPlainObject,
  series: (value) =>
    isPlainObject(value) &&
    isList(value['at']) &&
    value['at'].every(isInstant) &&
    isPlainObject(value['values']) &&
    Object.values(value['values']).every(isList),
  timeline: (value) =>
    isPlainObject(value) && ['lanes', 'items', 'checks'].every((name) => isList(value[name])),
  ...Object.fromEntries(
    ['variants', 'differences', 'failures', 'missing', 'notes'].map((name) => [name, isList]),
  ),
}

/**
 * Checks that an argument is the result of a simulation or a study, or its JSON. Throws a TypeError that
 * names the member that is missing or wrong.
 *
 * @param owner The function that takes it, such as `timelinePage`.
 * @param members The members that the function reads.
 */
export function checkResultArgument(owner: string, given: unknown, members: readonly string[]): void {
  const takes = `${owner} takes the result of ${owner === 'studyPage' ? 'study' : 'simulate'}(…)`
  if (!isPlainObject(given)) throw new TypeError(`${takes}, got ${shown(given)}`)
  const wrong = members.find((member) => !hasForm[member]?.(given[member]))
  if (wrong === undefined) return
  const problem =
    given[wrong] === undefined ? `it has no member ${wrong}` : `its member ${wrong} has another form`
  throw new TypeError(`${takes}, got ${shown(given)}: ${problem}`)
}
