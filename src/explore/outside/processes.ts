import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Rounds in which processes are ended that start others while they are ended, and the pause between two. */
const ROUNDS = 200
const PAUSE_MS = 5

/** Sends a signal to a process, or to a group by its negative number. Returns whether there was one. */
export function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name)
  } catch {
    return false
  }
}

/** The numbers of all processes; none on systems without /proc. */
function allProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Returns true if this system tells of its processes, so that those that left a group are found. */
export const seesProcesses = (): boolean => allProcesses().length > 0

/** The bytes that were read last: a buffer of its own for each file takes longer than the file. */
const bytes = Buffer.allocUnsafe(64 * 1024)

/** Reads an open file to its end. */
function textOf(opened: number): string {
  let text = ''
  for (;;) {
    const length = readSync(opened, bytes)
    if (length === 0) return text
    text += bytes.toString('latin1', 0, length)
  }
}

/** A file about a process; empty if the process has ended, or belongs to another user. */
function about(id: string, file: string): string {
  let opened: number | undefined
  try {
    opened = openSync(`/proc/${id}/${file}`, 'r')
    return textOf(opened)
  } catch {
    return ''
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** The signs by which processes of an exploration are known, wherever they went. */
export interface Signs {
  /** A text in their environment, and in no other. */
  readonly mark: string
  /** The folder in which they work. */
  readonly folder: string
}

/** The place of the terminal in `fieldsOf`. */
const TERMINAL = 4

/** The fields of a process that runs, from its state on. One that ended, and is not waited for, has none. */
function fieldsOf(id: string | number): readonly string[] {
  const stat = about(String(id), 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? [] : fields
}

/** Returns true if a process works in a folder or below it, and not at a terminal, where a person may be. */
function worksIn(id: string, folder: string): boolean {
  try {
    // The system says of a folder that was removed that it is deleted.
    const place = readlinkSync(`/proc/${id}/cwd`).replace(/ \(deleted\)$/, '')
    return `${place}/`.startsWith(`${folder}/`) && fieldsOf(id)[TERMINAL] === '0'
  } catch {
    return false
  }
}

/** The processes with the signs of an exploration, wherever they went. One that ended has none. */
const ownProcesses = ({ mark, folder }: Signs): number[] =>
  allProcesses()
    .filter((id) => about(id, 'environ').includes(mark) || worksIn(id, folder))
    .map(Number)
    .filter((id) => id !== process.pid)

/** The group of a process that runs. */
function groupOf(id: string | number): number | undefined {
  const [, , group] = fieldsOf(id)
  return group === undefined ? undefined : Number(group)
}

/** The processes outside the group that was read last. None of them joins it: it is a session of its own. */
let outsiders = { group: 0, ids: new Set<string>() }

/** The fields of the processes of a group that run. */
function processesOf(group: number): readonly (readonly string[])[] {
  const known = outsiders.group === group ? outsiders.ids : new Set<string>()
  const ids = new Set<string>()
  const own = allProcesses().flatMap((id) => {
    const fields = known.has(id) ? [] : fieldsOf(id)
    if (Number(fields[2]) === group) return [fields]
    ids.add(id)
    return []
  })
  outsiders = { group, ids }
  return own
}

/** The places of the processor times in `fieldsOf`: in the program, and in the system. */
const TIMES = [11, 12] as const

/** Milliseconds of a tick, in which Linux counts processor time. */
const TICK_MS = 10

/** The work of a group of processes. Systems without /proc do not tell it. */
export interface GroupWork {
  /** The processor times of its processes, as a text. */
  readonly times: string
  /** Their sum in milliseconds. */
  readonly used: number
  /** True if one of its processes runs, or waits for the processor or a disk. */
  readonly isRunning: boolean
}

/** Returns true if a process or thread runs, or waits for the processor or a disk. */
const isBusy = ([state]: readonly string[]): boolean => state === 'R' || state === 'D'

/** Returns the work of a group: none if there is no group. */
export function groupWork(group: number | undefined): GroupWork {
  const own = group === undefined ? [] : processesOf(group)
  const times = own.map((fields) => TIMES.map((place) => Number(fields[place])))
  return {
    times: times.join(),
    used: times.flat().reduce((sum, ticks) => sum + ticks, 0) * TICK_MS,
    isRunning: own.some(isBusy),
  }
}

/** The threads of a process. */
function threadsOf(id: string): string[] {
  try {
    return readdirSync(`/proc/${id}/task`).map((thread) => `${id}/task/${thread}`)
  } catch {
    return []
  }
}

/** Returns true if a thread of a group works. The state of a process is that of its first thread alone. */
export const hasRunningThread = (group: number | undefined): boolean =>
  allProcesses()
    .filter((id) => group !== undefined && groupOf(id) === group)
    .some((id) => threadsOf(id).some((thread) => isBusy(fieldsOf(thread))))

/** Whether a group has a process that runs. */
export function groupRuns(group: number): boolean {
  if (!signal(-group, 0)) return false
  return processesOf(group).length > 0 || !seesProcesses()
}

/**
 * Ends a group, and every process with the signs if there are any, wherever it went. Returns how many had
 * left the group.
 * Without /proc, those that left the group are not found.
 */
export async function endAll(group: number, signs: Signs | undefined): Promise<number> {
  signal(-group, 'SIGKILL')
  const left = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    const own = signs ? ownProcesses(signs) : []
    if (own.length === 0 && !groupRuns(group)) break
    signal(-group, 'SIGKILL')
    for (const id of own) {
      const other = groupOf(id)
      // A process of the group can still be seen for a moment after it was killed.
      if (other !== undefined && other !== group) left.add(id)
      signal(id, 'SIGKILL')
    }
    await sleep(PAUSE_MS)
  }
  return left.size
}
