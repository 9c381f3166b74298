import { DAY_MS } from '../../../engine/values/milliseconds.ts'
import { millisecondsOf } from '../../../world/time/durations.ts'
import { happen } from '../../run/calls/facts.ts'
import type { Job } from '../../run/options/options.ts'
import { invoke } from '../../run/points.ts'
import type { Invocation, Periodic, Run } from '../../run/run.ts'
import { allWorks, enterNext, isLive, slotOf } from '../../run/slots.ts'
import { nextTurn, type Turn } from '../../time/calendar.ts'
import type { StoryStep } from '../story/story.ts'
import { drive, moveTo } from './drive.ts'

/** The interval of a job in milliseconds. */
const everyOf = ({ every }: Job): number => millisecondsOf(every)

/** Whether an invocation still runs. */
export const goesOn = (run: Run, invocation: Invocation | undefined): boolean =>
  invocation?.open === true && isLive(run, invocation.epoch)

/** A job of a name, as the first process has it that has one. */
const jobOf = ({ slots }: Run, name: string): Job | undefined =>
  slots.map(({ process }) => process.jobs?.[name]).find((job) => job !== undefined)

/** Waits until work has ended, but for one interval of its job at most; undefined if it has ended. */
function untilOver(run: Run, job: Job, work: readonly (Invocation | undefined)[]): Promise<void> | undefined {
  const isOver = () => !work.some((one) => goesOn(run, one))
  return isOver() ? undefined : moveTo(run, run.world.clock.now + everyOf(job), isOver)
}

/**
 * Starts a job, in each process at the same time. A start that is still going on gets the time of one
 * interval to end first.
 */
async function startJob(run: Run, name: string): Promise<readonly Invocation[]> {
  const job = jobOf(run, name)
  const [work] = run.slots.flatMap(({ works }) => works.get(name) ?? [])
  if (!job) return work ? takeTurn(run, work) : []
  const last = run.slots.map(({ epoch }) =>
    run.invocations.findLast((invocation) => invocation.name === name && invocation.epoch === epoch),
  )
  await untilOver(run, job, last)
  if (run.stop) return []
  const started: Invocation[] = []
  for (const slot of run.slots) {
    const own = slot.process.jobs?.[name]
    if (!own) continue
    run.slot = slot
    started.push(invoke(run, name, () => own.run()).invocation)
  }
  await drive(run)
  return started
}

/** The longest time in milliseconds that a step waits for the next turn of periodic work: a month. */
const TURN_MAX = 31 * DAY_MS

/** Lets time pass to the next turn of periodic work. Returns what it did. */
async function takeTurn(run: Run, work: Periodic): Promise<readonly Invocation[]> {
  const { at } = work
  if (at === undefined || at > run.world.clock.now + TURN_MAX) return []
  await moveTo(run, at)
  return work.last ? [work.last.turn] : []
}

/** The names of the jobs of a run: those that the process returned, and its periodic work. */
export const jobsOf = ({ slots, periodic }: Run): string[] => [
  ...new Set([...slots.flatMap(({ process }) => Object.keys(process.jobs ?? {})), ...periodic.found.keys()]),
]

/** The longest interval of the jobs and of the periodic work of a run, in milliseconds. */
export const longestEvery = (run: Run): number =>
  Math.max(
    0,
    ...run.slots.flatMap(({ process }) => Object.values(process.jobs ?? {}).map(everyOf)),
    ...[...allWorks(run)].map(everyTurn),
  )

const everyTurn = ({ at, every }: Periodic): number => (at === undefined || every > TURN_MAX ? 0 : every)

/** Lets each piece of periodic work take one more turn. */
export async function takeTurns(run: Run): Promise<void> {
  run.periodic.news++
  for (const { name, scope } of [...allWorks(run)]) {
    const work = slotOf(run, scope.invocation.epoch)?.works.get(name)
    if (work && !run.stop) await takeTurn(run, work)
  }
}

/** Starts every job, one after the other, and lets each end. */
export async function startJobs(run: Run): Promise<void> {
  const names = new Set(run.slots.flatMap(({ process }) => Object.keys(process.jobs ?? {})))
  for (const name of names) {
    const started = await startJob(run, name)
    const job = jobOf(run, name)
    if (job) await untilOver(run, job, started)
  }
}

async function runCommand(
  run: Run,
  { command, value }: Extract<StoryStep, { do: 'command' }>,
): Promise<readonly Invocation[]> {
  const next = enterNext(run, ({ process }) => process.commands?.[command] !== undefined)
  const known = next?.process.commands?.[command]
  if (!known) return []
  const { invocation } = invoke(run, command, () => known.run(value as never))
  await drive(run)
  return [invocation]
}

/** The last second before a turn of the calendar; now, if that second runs. */
const lastSecondOf = ({ world: { clock }, timeZone }: Run, turn: Turn): number =>
  Math.max(clock.now, nextTurn(clock.now, turn, timeZone) - 1_000)

/** Takes one step of a story. Returns what it started. */
export async function takeStep(run: Run, step: StoryStep): Promise<readonly Invocation[]> {
  if (step.do === 'wait') await moveTo(run, run.world.clock.now + step.milliseconds)
  else if (step.do === 'wait for') await moveTo(run, lastSecondOf(run, step.endOf))
  else if (step.do === 'job') return startJob(run, step.job)
  else if (step.do === 'command') return runCommand(run, step)
  else {
    happen(run, step)
    if (!step.withNext) await drive(run)
  }
  return []
}
