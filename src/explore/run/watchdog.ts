import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { real } from './real.ts'
import { current } from './scope.ts'

/** Milliseconds without a sign of life after which the process is ended. */
const SILENCE = 10_000

/**
 * The part of the silence in which the process must have computed: on a busy machine it may stand still
 * because others compute. After so many silences it is ended in any case: a thread can also wait for ever.
 */
const COMPUTED = 0.5
const SILENCES_MAX = 30

/** The number of looks at the process in that time. */
const TICKS = 20

const NOTE_BYTES = 4_096

/** The bytes before the note: four words, and the deadline. */
const HEAD_BYTES = 24

// Ends the whole process: nothing else stops a loop that never gives way. Ticks are counted, not time, so
// that a computer that was asleep is not taken for a loop.
const watch = `
const { workerData: { shared, ticks, ticksMax, tick, silence, computed } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const words = new Int32Array(shared, 0, 4)
const deadline = new Float64Array(shared, 16, 1)
let seen = -1
let silent = 0
let before = process.cpuUsage()
setInterval(() => {
  const beat = Atomics.load(words, 0)
  // Nobody explores now.
  if (Atomics.load(words, 2) === 0) seen = -1
  silent = beat === seen ? silent + 1 : 0
  seen = beat
  if (silent === 0) before = process.cpuUsage()
  if (silent < ticks) return
  const { user, system } = process.cpuUsage(before)
  if (silent < ticksMax && Date.now() < deadline[0] && (user + system) / 1000 < computed) return
  const note = Buffer.from(new Uint8Array(shared, 24, Atomics.load(words, 1))).toString()
  writeSync(2, 'explore: no sign of life for ' + silence + ' ms, so the process is ended. ' + note + '\\n')
  process.kill(process.pid, 'SIGKILL')
}, tick)
`

/** What the process and the thread share. The words: beats, length of the note, and 1 while it is on. */
interface Shared {
  readonly silence: number
  readonly words: Int32Array
  /** When the time of the exploration is over, in Unix milliseconds. */
  readonly deadline: Float64Array
  readonly bytes: Uint8Array
}

/** That of the watchdog that is on. */
let notes: Shared | undefined

/** The thread of the last exploration, for the next one: to start a thread costs more than many runs. */
let idle: Shared | undefined

const encoder = new TextEncoder()

/** Notes for the watchdog what the code under test does. Without a watchdog it does nothing. */
export function writeNote(text: string): void {
  if (!notes) return
  Atomics.store(notes.words, 1, encoder.encodeInto(text, notes.bytes).written)
}

/** Notes the work of a run that begins now: what it calls is told by the last call of the run. */
export function noteWork(id: string): void {
  if (!notes) return
  const last = current.run?.calls.at(-1)
  const call = last ? `; the last call was ${last.operation} by ${last.invocation}` : ''
  writeNote(`${id} ran last${call}.${known}`)
}

/** The findings so far. The watchdog prints them when it ends the process. */
let known = ''

/** Notes how far the exploration is. */
export function noteKnown(text: string): void {
  known = text === '' ? '' : ` ${text}.`
}

function startThread(silence: number): Shared {
  const shared = new SharedArrayBuffer(HEAD_BYTES + NOTE_BYTES)
  const tick = silence / TICKS
  const ticksMax = TICKS * SILENCES_MAX
  const workerData = { shared, ticks: TICKS, ticksMax, tick, silence, computed: silence * COMPUTED }
  // Flags of the process and of NODE_OPTIONS, such as `--input-type=module`, are not for this script.
  new Worker(watch, { eval: true, workerData, execArgv: [], env: {} }).unref()
  return {
    silence,
    words: new Int32Array(shared, 0, 4),
    deadline: new Float64Array(shared, 16, 1),
    bytes: new Uint8Array(shared, HEAD_BYTES),
  }
}

/**
 * Lets a thread end the process if the event loop stands still, as in an endless loop without a pause:
 * nothing in the same thread could. It first writes to standard error what ran last. Returns how to stop it.
 *
 * It is off while a debugger is attached, because a breakpoint stands still too. After the deadline of the
 * exploration, by `performance.now()`, it ends a process that waits, too.
 */
export function startWatchdog(silence = SILENCE, deadline = Number.POSITIVE_INFINITY): () => void {
  if (inspectorUrl() !== undefined) return () => {}
  const thread = idle?.silence === silence ? idle : startThread(silence)
  idle = undefined
  notes = thread
  noteKnown('')
  thread.deadline[0] = deadline - performance.now() + real.Date.now()
  writeNote('No work had begun.')
  const { words } = thread
  Atomics.store(words, 2, 1)
  const pulse = setInterval(() => Atomics.add(words, 0, 1), silence / TICKS)
  pulse.unref()
  return () => {
    clearInterval(pulse)
    Atomics.store(words, 2, 0)
    notes = undefined
    idle = thread
  }
}
