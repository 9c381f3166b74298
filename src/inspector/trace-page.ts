import { issueText } from '../engine/schema/issue-words.ts'
import { readBy } from '../engine/schema/schema.ts'
import { shown } from '../service/values/scalars.ts'
import { TRACE_VERSION, type Trace, traceSchema } from '../world/history/trace-schema.ts'
import { htmlPage } from './page.ts'

/** Maximum characters of a page. `world.trace()` stays below it. */
const PAGE_LENGTH_MAX = 128 * 1024 * 1024

/** The problem of a trace of another version; undefined if it has none. */
function versionProblem(trace: unknown): string | undefined {
  if (typeof trace !== 'object' || trace === null) return `got ${shown(trace)}`
  const { format, version, engine }: { format?: unknown; version?: unknown; engine?: unknown } = trace
  if (format !== 'fauxgraph-trace') return `its format must be fauxgraph-trace, got ${shown(format)}`
  if (version === TRACE_VERSION) return undefined
  return (
    `its version must be ${TRACE_VERSION}, got ${shown(version)}: ` +
    `use the fauxgraph that wrote it, ${shown(engine)}`
  )
}

/**
 * Returns a trace as one HTML page without any other file: the steps with their reasons, the rows after each
 * of them, deliveries, faults and coverage. It has the tokens of the world. Throws a TypeError if the value
 * is no trace, or a trace of another version, or too large.
 */
export function tracePage(trace: Trace): string {
  const problem = versionProblem(trace)
  if (problem !== undefined) throw new TypeError(`tracePage takes a trace of world.trace(): ${problem}`)
  const read = readBy(traceSchema, trace)
  if (!read.success)
    throw new TypeError(`tracePage takes a trace of world.trace(): ${issueText(read.error, 'it')}`)
  const page = htmlPage(trace.title, { trace })
  if (page.length <= PAGE_LENGTH_MAX) return page
  throw new TypeError(
    `tracePage makes a page of at most ${PAGE_LENGTH_MAX} characters, and that of this trace has ` +
      `${page.length}: make a trace with fewer steps, as world.trace({ steps: 1_000 })`,
  )
}
