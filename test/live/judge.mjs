/**
 * Judges the results of a suite. A known failure has a kind and a reason:
 *
 * - stale: the live service has taken away or changed what the test expects
 * - absent: fauxgraph does not simulate it
 * - own: the failure is the suite's own, and happens without a service too, or by the set-up
 */
export const kinds = ['stale', 'absent', 'own']

/** The known reason of a failure: the first whose patterns match its name and its message. */
const reasonOf = ({ known }, { test, message }) =>
  known.find(({ name, says }) => name.test(test) && (says === undefined || says.test(message)))

/** Returns the row of a suite: its counts, and its failures with their reasons. */
export function judge(suite, { results = [], trouble }) {
  const count = (wanted) => results.filter(({ result }) => result === wanted).length
  const failures = results
    .filter(({ result }) => result === 'failed')
    .map((failure) => ({ ...failure, ...reasonOf(suite, failure) }))
  const idle = suite.known.filter((known) => !failures.some(({ reason }) => reason === known.reason))
  const isSkipped = trouble?.startsWith('skipped') ?? false
  return {
    ...{ suite: suite.name, repository: suite.repository, commit: suite.commit, trouble, failures },
    ...{ tests: count('passed') + count('failed'), passed: count('passed'), skipped: count('skipped') },
    idle: trouble === undefined ? idle.map(({ reason }) => reason) : [],
    isExplained:
      isSkipped ||
      (trouble === undefined &&
        results.length > 0 &&
        idle.length === 0 &&
        failures.every(({ kind }) => kinds.includes(kind))),
  }
}
