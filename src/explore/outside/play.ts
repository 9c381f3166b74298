import type { Json } from '../../engine/values/guard.ts'
import { brokenLaw, viewOf } from '../io/stores/laws.ts'
import { withoutInstantsIn } from '../io/stores/tables.ts'
import { happen } from '../run/calls/facts.ts'
import { WrongInput } from '../run/options/wrong-input.ts'
import { noNames } from '../run/targets.ts'
import { nextStep, stopRun, trace } from '../run/trace.ts'
import { createRun, type Setup } from '../search/play/create-run.ts'
import { endingOf, type Mirrors } from '../search/play/ending.ts'
import type { Incident } from '../search/play/play.ts'
import { copyOf, type Played } from '../search/play/play.ts'
import type { Story, StoryStep } from '../search/story/story.ts'
import { followMachine, giveTime, hasGivenTime, moveOn, secondAfter } from './clock.ts'
import { runErrand } from './errand.ts'
import type { OpenCommand } from './open.ts'
import { watchRest } from './rest.ts'
import { calmServer, clearServer, listenerOf, newServer, passTime, settle } from './server.ts'
import { type CommandRun, endCommand, startOnce } from './start.ts'

/** Starts after the faults have stopped: as many as a scheduler makes until people look. */
const CALM_STARTS = 2

/** Milliseconds for what empties a database between two runs, and for what a mirror asks. */
const RESET_MS = 60_000
const MIRROR_MS = 30_000

/** Empties what the program keeps outside its folder. */
async function reset(state: CommandRun): Promise<void> {
  const { command } = state
  const { reset: words } = command.config
  command.rest()
  if (words !== undefined) await runErrand(state, { what: 'reset', words, within: RESET_MS })
}

/** Takes a step of a story: a fact or a start. Other steps are for programs in this process. */
async function takeStep(state: CommandRun, step: StoryStep, story: Story): Promise<boolean> {
  const { run, command } = state
  const server = listenerOf(state)
  if (step.do === 'wait' && server) await passTime(server, step.milliseconds)
  else if (step.do === 'wait' && hasGivenTime(run.world))
    moveOn(run.world, run.world.clock.now + step.milliseconds)
  else if (step.do === 'fact') {
    const began = state.factsBefore.length > 0
    // After a start, so that the program can tell the fact from what it saw.
    if (began) await secondAfter(run.world)
    if (began) followMachine(run.world)
    happen(run, step)
    if (server && !step.withNext) {
      await settle(server)
      if (story.marks.length === 0) await watchRest(server, () => heldBy(state))
    }
  } else if (step.do === 'job' && step.job === command.name) {
    await startOnce(state)
    return true
  }
  return false
}

/** The facts of a run in order. The instant of each is the number of starts that began before it. */
const incidentsOf = ({ run, factsBefore }: CommandRun): Incident[] =>
  run.happened.map(({ fact }, index) => ({
    step: fact,
    at: factsBefore.filter((count) => count <= index).length,
  }))

async function readMirrors(state: CommandRun): Promise<Mirrors> {
  const { run, command, folder, environment } = state
  const values: Record<string, readonly Json[]> = {}
  for (const [name, read] of Object.entries(command.config.mirror ?? {})) {
    const names = { ...(run.world.names ?? noNames) }
    const origin = command.port === undefined ? undefined : `http://localhost:${command.port}`
    const ask = (words: readonly string[]) =>
      runErrand(state, { what: `mirror ${name}`, words, within: MIRROR_MS })
    const view = { folder, environment, names, origin, world: run.world.fork(), run: ask }
    values[name] = copyOf(name, await read(view))
  }
  return values
}

/** The content of the mirrors, as a text to compare; empty as long as one cannot be read. */
const heldBy = (state: CommandRun): Promise<string> =>
  readMirrors(state).then(
    (mirrors) => JSON.stringify(withoutInstantsIn(mirrors, state.run.world.clock.now)),
    () => '',
  )

/** Reads the mirrors. One that nothing can read after faults, as it could without them, is a failure. */
async function mirrorsAfter(state: CommandRun, { marks }: Story): Promise<Mirrors | undefined> {
  try {
    const mirrors = await readMirrors(state)
    for (const [name, rows] of Object.entries(mirrors))
      trace(state.run, `mirror ${name} ${JSON.stringify(rows)}`)
    return mirrors
  } catch (thrown) {
    if (marks.length === 0 || !(thrown instanceof WrongInput)) throw thrown
    const message = thrown.message.replace('explore: ', '')
    stopRun(state.run, { oracle: 'start', kind: 'mirror', message })
    return undefined
  }
}

/** Starts a command without faults, or lets a server run on, until it has done all that it will do. */
async function calmDown(state: CommandRun): Promise<void> {
  state.run.calm = true
  trace(state.run, 'the faults stop')
  const server = listenerOf(state)
  if (server) return calmServer(server)
  for (let count = 0; count < CALM_STARTS && !state.run.stop; count++) await startOnce(state)
}

/** Creates a run on a fork of the world, in a new working folder. */
function begin(command: OpenCommand, setup: Setup, story: Story, apart: boolean): CommandRun {
  const { name, port } = command
  const server = port === undefined ? undefined : newServer()
  const calmText = server ? '40 h pass' : `${name} starts ${CALM_STARTS} times more`
  const run = createRun(setup, story.marks, {
    ...{ version: 0, processes: 1, apart, calmText },
    // A process is limited by the time that it takes by itself.
    answerWithin: Number.POSITIVE_INFINITY,
  })
  if (!server) run.slot.process = { jobs: { [name]: { every: command.config.every ?? '15m', run() {} } } }
  run.slot.instance.terminate = () => {}
  const folder = command.folders.renew()
  const time = command.fakeTime?.(`${folder}.time`)
  if (time) giveTime(run.world, `${folder}.time`)
  const environment = { ...command.environment(run.world, folder), ...time }
  return { run, setup, command, folder, environment, factsBefore: [], server }
}

async function perform(
  command: OpenCommand,
  setup: Setup,
  story: Story,
  steps: readonly StoryStep[],
  apart = false,
): Promise<Played> {
  const state = begin(command, setup, story, apart)
  const { run } = state
  try {
    await reset(state)
    const server = listenerOf(state)
    if (server) await settle(server)
    let starts = 0
    for (const step of steps) {
      nextStep(run)
      if (await takeStep(state, step, story)) starts++
      if (run.stop) break
    }
    const end = {
      story,
      run,
      incidents: incidentsOf(state),
      lastStepAt: starts,
      again: undefined,
      tables: [],
    }
    if (!run.stop) await calmDown(state)
    const mirrors = run.stop ? undefined : await mirrorsAfter(state, story)
    if (!mirrors) return { ...end, ending: undefined, lawBroken: undefined }
    const ending = endingOf(run, setup.base, withoutInstantsIn(mirrors, run.world.clock.now))
    const lawBroken = await brokenLaw(setup.options.eventually, () => viewOf(run, mirrors))
    return { ...end, ending, lawBroken }
  } finally {
    endCommand(state)
    await clearServer(state)
  }
}

/** Plays a story: its steps with the marks, and starts without faults after them. */
export const playCommand = (command: OpenCommand, setup: Setup, story: Story): Promise<Played> =>
  perform(command, setup, story, story.steps)

/** The same facts between the same number of starts, without marks. */
function baselineSteps(name: string, { incidents, lastStepAt }: Played): StoryStep[] {
  const start: StoryStep = { do: 'job', job: name }
  return Array.from({ length: lastStepAt + 1 }, (_, starts) => [
    ...incidents.filter(({ at }) => at === starts).map(({ step }) => step),
    ...(starts < lastStepAt ? [start] : []),
  ]).flat()
}

/** Plays the baseline run of the same facts. If `apart` is true, each notice tells of one change alone. */
export const playBaselineCommand = (
  command: OpenCommand,
  setup: Setup,
  played: Played,
  apart: boolean,
): Promise<Played> =>
  perform(command, setup, { steps: [], marks: [] }, baselineSteps(command.name, played), apart)
