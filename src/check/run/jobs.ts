import { millisecondsOf } from '../../world/durations.ts'
import type { Job } from '../options.ts'
import type { StoryStep } from '../story.ts'
import { nextTurn, type Turn } from './calendar.ts'
import { drive, moveTo } from './drive.ts'
import { happen } from './facts.ts'
import type { Periodic } from './periodic.ts'
import { invoke } from './points.ts'
import type { Run } from './run.ts'
import type { Invocation } from './scope.ts'

/** The interval of a job in milliseconds. */
const everyOf = ({ every }: Job): number => millisecondsOf(every)

/** Whether an invocation still runs. */
export const goesOn = (run: Run, invocation: Invocation | undefined): boolean =>
  invocation?.open === true && invocation.epoch === run.epoch

/** Starts a job. A start that is still going on gets the time of one interval to end first. */
async function startJob(run: Run, name: string): Promise<Invocation | undefined> {
  const job = run.process.jobs?.[name]
  const periodic = run.periodic.all.get(name)
  if (!job) return periodic && takeTurn(run, periodic)
  const last = run.invocations.findLast((invocation) => invocation.name === name)
  if (goesOn(run, last)) await moveTo(run, run.world.clock.now + everyOf(job), () => !goesOn(run, last))
  const restarted = run.process.jobs?.[name]
  if (run.stop || !restarted) return undefined
  const { invocation } = invoke(run, name, () => restarted.run())
  await drive(run)
  return invocation
}

/** The longest time in milliseconds that a step waits for the next turn of periodic work: a month. */
const TURN_MAX = 31 * 86_400_000

/** Lets time pass to the next turn of periodic work. Returns what it did. */
async function takeTurn(run: Run, work: Periodic): Promise<Invocation | undefined> {
  const { at } = work
  if (at === undefined || at > run.world.clock.now + TURN_MAX) return undefined
  await moveTo(run, at)
  return work.last?.turn
}

/** The names of the jobs of a run: those that the process returned, and its periodic work. */
export const jobsOf = ({ process, periodic }: Run): string[] => [
  ...new Set([...Object.keys(process.jobs ?? {}), ...periodic.found]),
]

/** The longest interval of the jobs and of the periodic work of a run, in milliseconds. */
export const longestEvery = ({ process, periodic }: Run): number =>
  Math.max(0, ...Object.values(process.jobs ?? {}).map(everyOf), ...[...periodic.all.values()].map(everyTurn))

const everyTurn = ({ at, every }: Periodic): number => (at === undefined || every > TURN_MAX ? 0 : every)

/** Lets each piece of periodic work take one more turn. */
export async function takeTurns(run: Run): Promise<void> {
  run.periodic.news++
  for (const name of [...run.periodic.all.keys()]) {
    const work = run.periodic.all.get(name)
    if (work && !run.stop) await takeTurn(run, work)
  }
}

/** Starts every job, one after the other, and lets each end. */
export async function startJobs(run: Run): Promise<void> {
  for (const name of Object.keys(run.process.jobs ?? {})) {
    const invocation = await startJob(run, name)
    const job = run.process.jobs?.[name]
    if (job && goesOn(run, invocation))
      await moveTo(run, run.world.clock.now + everyOf(job), () => !goesOn(run, invocation))
  }
}

async function runCommand(
  run: Run,
  { command, value }: Extract<StoryStep, { do: 'command' }>,
): Promise<Invocation | undefined> {
  const known = run.process.commands?.[command]
  if (!known) return undefined
  const { invocation } = invoke(run, command, () => known.run(value as never))
  await drive(run)
  return invocation
}

/** The last second before a turn of the calendar; now, if that second runs. */
const lastSecondOf = ({ world: { clock }, timeZone }: Run, turn: Turn): number =>
  Math.max(clock.now, nextTurn(clock.now, turn, timeZone) - 1_000)

/** Takes one step of a story. Returns what it started, if anything. */
export async function takeStep(run: Run, step: StoryStep): Promise<Invocation | undefined> {
  if (step.do === 'wait') await moveTo(run, run.world.clock.now + step.milliseconds)
  else if (step.do === 'wait for') await moveTo(run, lastSecondOf(run, step.endOf))
  else if (step.do === 'job') return startJob(run, step.job)
  else if (step.do === 'command') return runCommand(run, step)
  else {
    happen(run, step)
    await drive(run)
  }
  return undefined
}
