import type { Run } from '../../run/run.ts'
import { writtenAt } from '../../run/write-kinds.ts'
import type { Material } from '../generate/harms.ts'
import { jobsOf } from '../play/jobs.ts'
import type { Played } from '../play/play.ts'
import { callAddress } from './address.ts'
import type { Fact, Mark, Story, StoryStep } from './story.ts'

/** What a story tells of that the code under test does not have or do, in words. */
export interface Stale {
  /** The steps that cannot be taken any more: jobs, commands and facts that are not there. */
  readonly missing: readonly string[]
  /** The marks that the run never reached. */
  readonly unreached: readonly string[]
}

/** The names that a story may use. */
type Names = Pick<Material, 'commands' | 'versions' | 'rules'> & { readonly jobs: readonly string[] }

const listed = (names: readonly string[]): string => names.join(', ') || 'none'

/** What a step needs that is not there; undefined if it can be taken. */
function missingFor(step: StoryStep, { jobs, commands, rules }: Names): string | undefined {
  if (step.do === 'job' && !jobs.includes(step.job))
    return `the code under test has no job or timer ${step.job}; it has ${listed(jobs)}`
  if (step.do === 'command' && !commands.includes(step.command))
    return `the code under test has no command ${step.command}; it has ${listed(commands)}`
  if (step.do === 'fact' && !rules.has(step.kind))
    return `the world has no fact ${step.kind}; it has ${listed([...rules.keys()])}`
  return undefined
}

/** The fact that a mark lets happen, if it does. */
const factOf = ({ harm }: Mark): Fact | undefined => (harm.do === 'meanwhile' ? harm.fact : undefined)

function missingIn({ steps, marks }: Story, names: Names): string[] {
  const all = [
    ...steps.map((step, index) => [`step ${index + 1}`, missingFor(step, names)] as const),
    ...marks.map((mark, index) => {
      const fact = factOf(mark)
      if (mark.harm.do === 'deploy' && names.versions < 2)
        return [
          `mark ${index + 1}`,
          'the code under test has no other version to deploy: ' +
            "list both, as in program: ['./v1.ts', './v2.ts']",
        ] as const
      return [`mark ${index + 1}`, fact && missingFor(fact, names)] as const
    }),
  ]
  return all.flatMap(([where, what]) => (what === undefined ? [] : [`${where}: ${what}`]))
}

/** The work that a process starts by itself, or that the platform starts. */
const startsAlone = ['start', 'main', 'webhook', 'outside']

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** Says how often a piece of work does something, and what it does instead if it never does. */
function doneBy({ sites }: Run, id: string, what: string): string {
  const own = sites.flatMap(({ at }) => {
    const address = callAddress(at)
    return address && `${address.name}#${address.ordinal}` === id ? [address.rest.split('/')[1] ?? ''] : []
  })
  const count = own.filter((name) => name === what).length
  const target = writtenAt(`${id}/${what}/1`)
  const verb = target === undefined ? `calls ${what}` : `writes to ${target}`
  if (count > 0) return `${id} ${verb} ${count === 1 ? 'only once' : `only ${times(count)}`}`
  const others = [...new Set(own.filter((name) => writtenAt(`${id}/${name}/1`) === undefined))]
  return `${id} never ${verb}${others.length === 0 ? '' : `; it calls ${others.join(', ')}`}`
}

/** Why a run never reached the place of a mark. */
export function whyUnreached({ at }: Mark, run: Run, names: Names): string {
  if (run.sites.some((site) => site.at === at)) return 'it could do nothing there'
  const address = callAddress(at)
  if (!address) return run.noticed.size === 0 ? 'no notice came' : `only ${run.noticed.size} came`
  const { name, ordinal, rest } = address
  const id = `${name}#${ordinal}`
  if (run.invocations.some((invocation) => invocation.id === id))
    return doneBy(run, id, rest.split('/')[1] ?? '')
  const known = [...names.jobs, ...names.commands]
  if ([...startsAlone, ...known].includes(name)) return `${id} never started`
  return `the code under test has no job, timer or command ${name}; it has ${listed(known)}`
}

/** Finds what a played story tells of that the code under test does not have or do. */
export function staleIn(
  { story, run }: Pick<Played, 'story' | 'run'>,
  material: Pick<Material, 'jobs' | 'commands' | 'versions' | 'rules'>,
): Stale {
  const names = { ...material, jobs: [...new Set([...material.jobs, ...jobsOf(run)])] }
  const idle = story.marks.filter((mark) => !run.acted.has(mark))
  return {
    missing: missingIn(story, names),
    unreached: idle.map((mark) => `${mark.at} (${mark.harm.do}): ${whyUnreached(mark, run, names)}`),
  }
}

/** Says that a saved story is stale, and what to do; undefined if all of it was played. */
export function staleText(path: string, { missing, unreached }: Stale): string | undefined {
  if (missing.length > 0)
    return (
      `${path} is stale and cannot be played: ${missing.join('; ')}. Put the names of now in the file, or ` +
      'delete it: an exploration saves the story again if the bug is still there'
    )
  if (unreached.length > 0)
    return (
      `${path} is stale in part, and passes without what never happened: ${unreached.join('; ')}. ` +
      'If the bug was repaired in this way, delete the file'
    )
  return undefined
}
