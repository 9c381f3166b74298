import type { Run } from '../../run/run.ts'
import { callAddress } from './address.ts'
import type { Story } from './story.ts'

/** The names that the code under test has now. */
export interface Known {
  /** Its jobs, its commands, and its periodic work. */
  readonly names: ReadonlySet<string>
  /** Its periodic work by name: the file and line that set it. */
  readonly places: ReadonlyMap<string, string>
  /** The addresses that runs reached. */
  readonly sites: readonly string[]
}

/** Notes what a run shows of the names of the code under test. */
export const knownFrom = (names: readonly string[], runs: readonly Run[]): Known => ({
  names: new Set([...names, ...runs.flatMap(({ periodic }) => [...periodic.found.keys()])]),
  places: new Map(runs.flatMap(({ periodic }) => [...periodic.found])),
  sites: runs.flatMap(({ sites }) => sites.map(({ at }) => at)),
})

/** A name that earlier versions gave periodic work: its file and line, and a number if others had it too. */
const byLine = /^(.+\.\w+):(\d+)(?: \d+)?$/

const baseOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

/** The kinds of calls and writes of a name: the addresses without numbers. */
const kindsOf = (addresses: readonly string[], name: string): Set<string> =>
  new Set(
    addresses.flatMap((at) => {
      const address = callAddress(at)
      return address?.name === name ? [address.rest.split('/')[1] ?? ''] : []
    }),
  )

/** What a name by file and line is called now: the only work of that file that can be meant. */
function nameNow(old: string, { marks }: Story, { places, sites }: Known): string | undefined {
  const [, file = '', line] = byLine.exec(old) ?? []
  if (line === undefined) return undefined
  const ofFile = [...places].filter(([, place]) => baseOf(place).replace(/:\d+$/, '') === baseOf(file))
  const wanted = kindsOf(
    marks.map(({ at }) => at),
    old,
  )
  const doing = ofFile.filter(([name]) => {
    const done = kindsOf(sites, name)
    return [...wanted].every((kind) => done.has(kind))
  })
  const meant = doing.length > 0 ? doing : ofFile
  const there = meant.filter(([, place]) => place.endsWith(`:${line}`))
  const [only] = [meant, there].find(({ length }) => length === 1) ?? []
  return only?.[0]
}

/** A story with the names that the code under test has now, as far as it is clear which are meant. */
export function renamed(story: Story, known: Known): Story {
  const now = (name: string): string => (known.names.has(name) ? name : (nameNow(name, story, known) ?? name))
  return {
    steps: story.steps.map((step) => (step.do === 'job' ? { ...step, job: now(step.job) } : step)),
    marks: story.marks.map((mark) => {
      const { name, ordinal, rest } = callAddress(mark.at) ?? {}
      return name === undefined ? mark : { ...mark, at: `${now(name)}#${ordinal}${rest}` }
    }),
  }
}
