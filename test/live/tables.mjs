/** The table of all suites, and the failures of each. */
import { kinds } from './judge.mjs'

const columns = ['suite', 'commit', 'tests', 'passed', 'failed', ...kinds, 'unexplained', 'skipped']

/** Returns rows as a table of Markdown. */
export function tableOf(rows) {
  const cellsOf = ({ suite, repository, commit, tests, passed, failures, skipped, trouble }) => {
    const name = `${suite} (${repository})`
    if (trouble !== undefined) return [name, commit.slice(0, 8), trouble]
    const ofKind = (wanted) => failures.filter(({ kind }) => kind === wanted).length
    const counts = [tests, passed, failures.length, ...kinds.map(ofKind), ofKind(undefined), skipped]
    return [name, commit.slice(0, 8), ...counts]
  }
  return [columns, columns.map(() => '---'), ...rows.map(cellsOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

const MESSAGE_MAX = 400
const shortened = (text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, MESSAGE_MAX)

/** Lists the failures of a suite: by reason, and those without one with their messages. */
export function failuresOf({ suite, failures, idle }) {
  const reasons = [...new Set(failures.map(({ reason }) => reason))].filter((reason) => reason !== undefined)
  const known = reasons.map((reason) => {
    const with_ = failures.filter((failure) => failure.reason === reason)
    return `- ${with_.length} × ${with_[0].kind}: ${reason}`
  })
  const unknown = failures
    .filter(({ reason }) => reason === undefined)
    .map(({ test, message }) => `- unexplained: ${test}\n    ${shortened(message)}`)
  const passing = idle.map((reason) => `- known, but nothing failed by it: ${reason}`)
  return [`## ${suite}`, ...known, ...unknown, ...passing].join('\n')
}
