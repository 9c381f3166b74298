import { outcomeDigest } from '../engine/state/history.ts'
import type { Json } from '../engine/values/guard.ts'
import { parseJson } from '../engine/values/json-text.ts'
import { isPlainObject } from '../engine/values/plain-object.ts'
import { isInput } from '../machine/service-machine.ts'
import type { Area } from '../service/area/area.ts'
import { bounds } from '../service/contract/bounds.ts'
import { restoreWorld } from './create-world.ts'
import { runInput } from './handle/handle.ts'
import type { WorldOptions } from './handle/options.ts'
import type { RecordedChange, Snapshot } from './handle/recorded-change.ts'
import { ENGINE } from './handle/version.ts'
import { handleOf } from './handles.ts'
import type { World } from './world.ts'

/** The format version of the lines of a recording file. Lines of format 1 have a check, which is not read. */
const LINES_FORMAT = 2

/** The beginning of the first line: what a file must have to be a recording. */
export const FIRST_LINE_START = '{"recording":'

/** Returns the first line of a recording of a world. */
export const firstLine = (world: World): object => ({
  recording: LINES_FORMAT,
  engine: ENGINE,
  base: world.snapshot(),
})

/** The limits of a line, which may contain a snapshot. */
const lineLimits = { depth: 200, values: bounds.snapshotValuesMax }

/** Reads a line. Throws an Error whose message says what is wrong with it. */
function readLine(line: string): Readonly<Record<string, Json>> {
  const parsed = parseJson(line, lineLimits)
  if (!parsed.ok) throw new Error(`it ${parsed.problem}`)
  if (!isPlainObject(parsed.value)) throw new Error('it is no object')
  return parsed.value as Readonly<Record<string, Json>>
}

/** A recording while it is played. */
export interface PlayedRecording {
  readonly world: World
  /** The version of fauxgraph that wrote the recording. */
  readonly engine: string
  /** The inputs so far. */
  inputs: number
}

/** Options of the world of a recording file. */
export interface PlayOptions {
  readonly areas?: readonly Area[]
  /** The history that the world keeps: none if left out. */
  readonly history?: WorldOptions['history']
}

/** Begins to play a recording. Throws an Error if its first line is damaged or has another format. */
export function beginPlaying(
  line: string,
  { areas = [], history = 'off' }: PlayOptions = {},
): PlayedRecording {
  const format = /^\{"recording":(\d{1,9}),"engine":"([^"]+)"/.exec(line)
  if (!format) throw new Error('it is not the first line of a recording of fauxgraph serve --record')
  const [, version = '', engine = ''] = format
  if (Number(version) > LINES_FORMAT)
    throw new Error(
      `its format must be at most ${LINES_FORMAT}, got ${version}: ` +
        `play it with the version that wrote it, ${engine}`,
    )
  return { world: restoreWorld(readLine(line)['base'], { history, areas }), engine, inputs: 0 }
}

/**
 * Plays a line. Returns how its outcome differs from the recorded one. Throws an error if it is damaged.
 */
export function playLine(played: PlayedRecording, line: string): string | undefined {
  const { input, outcome, reset } = readLine(line)
  if (reset !== undefined) {
    played.world.reset(reset === null ? undefined : (reset as unknown as Snapshot))
    return
  }
  if (!isInput(input)) throw new Error('it has neither a reset nor an input of a type that there is')
  const came = outcomeDigest(runInput(handleOf(played.world), input).outcome)
  played.inputs += 1
  if (came === outcome) return
  return (
    `input ${played.inputs} had the outcome ${JSON.stringify(outcome)} in fauxgraph ${played.engine}, ` +
    `and has the outcome "${came}" in fauxgraph ${ENGINE}`
  )
}

/** Passes every change of a world to a function, before its caller gets the result. */
export function recordChanges(world: World, record: ((change: RecordedChange) => void) | undefined): void {
  handleOf(world).record = record
}
