import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const codeLines = (text) =>
  text
    .replace(/\/\*.*?\*\//gs, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*(\/\/|--)/.test(line)).length

/** The lines of a configuration, and of the SQL that it loads, without blank lines and comments. */
export function linesOf({ name }, folder) {
  const files = ['ts', 'sql']
    .map((ending) => join(folder, `${name}.${ending}`))
    .filter((path) => existsSync(path))
  return files.reduce((total, path) => total + codeLines(readFileSync(path, 'utf8')), 0)
}

/** The lines of a stand-in for another service, which a configuration uses. */
export const standInLines = ({ standIn }, folder) =>
  standIn === undefined ? 0 : codeLines(readFileSync(join(folder, standIn), 'utf8'))

/** A report by its oracle and kind. A warning that fails an exploration is a report too. */
const reportsOf = ({ failures, notes, runs }) => [
  ...failures.map((failure) => ({ ...failure, key: `${failure.oracle}: ${failure.kind}` })),
  ...notes.map((text) => ({ key: `note: ${text}`, run: runs, parts: 0, text })),
]

const isAbout = ({ key, text }, { reports }) =>
  reports.some((pattern) => key === pattern || new RegExp(pattern).test(`${key}\n${text}`))

/** Compares what an exploration found with the bugs that a program is known to have. */
export function assess({ name, bugs }, result, error) {
  const all = result === undefined ? [] : reportsOf(result)
  const strange = all.filter((report) => !bugs.some((bug) => isAbout(report, bug)))
  return {
    program: name,
    bugs: bugs.map((bug) => {
      const [first] = all.filter((report) => isAbout(report, bug))
      return { ...bug, ...(first && { run: first.run, parts: first.parts }) }
    }),
    atBug: all.length - strange.length,
    all: all.length,
    strange: strange.map(({ text }) => text),
    texts: all.map(({ key, run, text }) => `[${key}, run ${run}]\n${text}`),
    ...(result && { seconds: result.seconds, runs: result.runs }),
    ...(error && { trouble: error }),
  }
}
