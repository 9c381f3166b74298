import type { Trace } from '../../../world/history/trace-schema.ts'
import type { PageData } from '../simulation/view.ts'
import type { StudyData } from '../study/rows.ts'

/**
 * What a page is made of: a trace, a running world, a simulation or a study; or a sentence about what is
 * wrong.
 */
export interface PageInput {
  readonly trace?: Trace
  /** The name of the named world that a server shows; empty for its main world. */
  readonly live?: { readonly world: string }
  readonly simulation?: PageData
  readonly study?: StudyData
  readonly problem?: string
}

/** The version of traces that this viewer shows. */
const PAGE_VERSION = 1

/** The lists without which nothing can be shown. */
const lists = ['steps', 'deliveries', 'faults', 'pending', 'missed', 'checks'] as const

const damaged = (what: string): PageInput => ({
  problem:
    `This trace is damaged: ${what}. ` +
    'Make it again with world.trace(), and the page with tracePage(trace).',
})

/** Whether a value with the lists of a trace has its rows too. */
function isTrace(value: object): value is Trace {
  const start: unknown = Reflect.get(value, 'start')
  return typeof start === 'object' && start !== null && Array.isArray(Reflect.get(start, 'rows'))
}

function readTrace(trace: unknown): PageInput {
  if (typeof trace !== 'object' || trace === null) return damaged('it is no object')
  const { format, version, engine }: Partial<Trace> = trace
  if (format !== 'fauxgraph-trace') return damaged('it has not the format of a trace of fauxgraph')
  if (typeof version !== 'number') return damaged('it has no version')
  if (version > PAGE_VERSION)
    return {
      problem:
        `This trace has version ${version}, and this page shows version ${PAGE_VERSION}: ` +
        `make the page with fauxgraph ${engine ?? ''} or later.`,
    }
  const missing = lists.find((name) => !Array.isArray(Reflect.get(trace, name)))
  if (missing !== undefined) return damaged(`its member ${missing} is missing`)
  if (!isTrace(trace)) return damaged('its member start is missing')
  const { steps } = trace
  const wrong = steps.findIndex((step) => typeof step?.sequence !== 'number' || !Array.isArray(step.rows))
  if (wrong >= 0) return damaged(`its step ${wrong} is no step`)
  return { trace }
}

/** Reads the data of the page. */
export function readInput(text: string): PageInput {
  try {
    const input: PageInput = JSON.parse(text)
    if (input.trace !== undefined) return readTrace(input.trace)
    if (input.live || input.simulation || input.study) return input
    return damaged('the page has no data')
  } catch {
    return damaged('its data is no JSON')
  }
}
