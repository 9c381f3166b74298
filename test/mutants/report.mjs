import { readFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'

const known = new Map()

function linesOf(file) {
  if (!known.has(file)) known.set(file, readFileSync(file, 'utf8').split('\n'))
  return known.get(file)
}

/** The text of a file between two places that count from 1, on one line. */
function textBetween(file, { start, end }) {
  const part = linesOf(file).slice(start.line - 1, end.line)
  part.push(part.pop().slice(0, end.column - 1))
  part[0] = part[0].slice(start.column - 1)
  return part.join('\n').replace(/\s+/g, ' ')
}

/** The entries of which no file has the line and the mutated code any more. `files` are the paths of all sources. */
export function staleOf(equivalents, files) {
  return equivalents.filter(({ file, line, code }) => {
    const holds = (path) => {
      const lines = linesOf(path)
      return lines.some((text) => text.trim() === line) && lines.join(' ').replace(/\s+/g, ' ').includes(code)
    }
    return !files.some((path) => basename(path) === file && holds(path))
  })
}

/**
 * A mutant as the report lists it. `equivalent` says why no test can detect it: an entry is found by the name
 * of the file, the text of the line, the mutated code and the mutation, so that it outlives a move of the file
 * and edits around the line.
 */
function rowOf({ fileName, location, mutatorName, replacement, status, statusReason }, equivalents) {
  const file = relative(process.cwd(), fileName)
  const code = textBetween(file, location)
  const mutation = replacement.replace(/\s+/g, ' ')
  const { line, column } = location.start
  const text = linesOf(file)[line - 1].trim()
  const equivalent = equivalents.find(
    (one) =>
      one.file === basename(file) &&
      one.line === text &&
      one.code === code &&
      one.mutations.includes(mutation),
  )
  return {
    file,
    line,
    column,
    text,
    mutator: mutatorName,
    code,
    mutation,
    status,
    ...(statusReason && { statusReason }),
    ...(equivalent && { equivalent: equivalent.why }),
  }
}

const KEY = /^(\S+) (\d+):(\d+)-(\d+):(\d+) \S+ (.*)$/s

/** The keys of the survivors in a report that no entry says to be equivalent. They are found by their texts. */
export function survivorsOf(keys, survivors) {
  const nameOf = ({ file, text, code, mutation }) => JSON.stringify([file, text, code, mutation])
  const wanted = new Set(survivors.filter(({ equivalent }) => !equivalent).map(nameOf))
  return keys.filter((key) => {
    const [, file, ...rest] = KEY.exec(key)
    const [line, column, lastLine, lastColumn] = rest.slice(0, 4).map((count) => Number(count) + 1)
    const location = { start: { line, column }, end: { line: lastLine, column: lastColumn } }
    const text = linesOf(file)[line - 1].trim()
    const mutation = rest[4].replace(/\s+/g, ' ')
    return wanted.has(nameOf({ file, text, code: textBetween(file, location), mutation }))
  })
}

/** Whether a mutant loops without end, which Stryker notices by counting. Any other timeout proves nothing. */
const isEndless = ({ status, statusReason }) => status === 'Timeout' && /^Hit limit/.test(statusReason ?? '')

const isDetected = (result) => result.status === 'Killed' || isEndless(result)

/** Whether no test noticed a mutant. */
export const isUndetected = (result) =>
  ['Survived', 'NoCoverage'].includes(result.status) || (result.status === 'Timeout' && !isEndless(result))

const percentOf = (part, whole) => (whole === 0 ? null : Number(((100 * part) / whole).toFixed(1)))

/** The share of detected mutants: of all, and of those that a test can detect. Static mutants are left out. */
function scoreOf(rows) {
  const detected = rows.filter(isDetected).length
  const survivors = rows.filter(isUndetected)
  const equivalent = survivors.filter((row) => row.equivalent).length
  const counted = detected + survivors.length
  return {
    percent: percentOf(detected, counted),
    percentOfDetectable: percentOf(detected, counted - equivalent),
    detected,
    undetected: survivors.length,
    equivalent,
    leftOut: rows.length - counted,
  }
}

/** The report of a run: a score for each folder and the list of survivors. */
export function reportOf(results, equivalents, seconds) {
  const rows = results.map((result) => rowOf(result, equivalents))
  const folders = [...new Set(rows.map(({ file }) => dirname(file)))].sort()
  const scores = folders.map((folder) => [
    folder,
    scoreOf(rows.filter(({ file }) => dirname(file) === folder)),
  ])
  const isCounted = (row) => isDetected(row) || isUndetected(row) || row.status === 'Ignored'
  return {
    seconds: Math.round(seconds),
    total: scoreOf(rows),
    folders: Object.fromEntries(scores),
    survivors: rows.filter(isUndetected),
    timeouts: rows.filter(({ status }) => status === 'Timeout'),
    errors: rows.filter((row) => !isCounted(row)),
  }
}

function scoreLine(name, { percent, percentOfDetectable, detected, undetected, equivalent, leftOut }) {
  const counts = `${detected} of ${detected + undetected} detected, ${leftOut} left out`
  return `${name}: ${percent} % (${counts}), ${percentOfDetectable} % without ${equivalent} equivalent`
}

/** The report as text. */
export function textOf({ folders, total, survivors, timeouts, errors, seconds }) {
  const listed = [...survivors, ...errors].map(
    ({ file, line, column, code, mutation, status, equivalent }) =>
      `${file}:${line}:${column} ${status}\n  - ${code}\n  + ${mutation}` +
      `${equivalent ? `\n  equivalent: ${equivalent}` : ''}`,
  )
  const scores = Object.entries(folders).map(([folder, score]) => scoreLine(folder, score))
  return [...listed, ...scores, scoreLine('total', total), `${seconds} s, ${timeouts.length} timeouts`].join(
    '\n',
  )
}
