import type { Exploration } from './exploration.ts'
import type { Played } from './run/play.ts'

/** The values that the runs of an exploration could compare. */
export interface Compared {
  /** The mirrors that held something in at least one run. */
  readonly mirrors: Set<string>
  /** Whether the code under test made or changed something in the world in at least one run. */
  world: boolean
}

/** Notes what a run had to compare. */
export function noteCompared(compared: Compared, { ending, run }: Played): void {
  if (!ending) return
  for (const [name, entries] of Object.entries(ending.mirrors))
    if (entries.length > 0) compared.mirrors.add(name)
  // Facts and time change rows too: without a call that writes, it was they.
  const wrote = run.calls.some(
    ({ method, status }) => method !== 'GET' && status !== undefined && status < 400,
  )
  compared.world ||= wrote && ending.made.length + ending.known.size + ending.removed.size > 0
}

/** Says why an exploration proves nothing: in no run was there something to compare. */
export function nothingCompared({ compared, setup, runs }: Exploration): string | undefined {
  const { mirror = {}, invariants = {}, eventually = {} } = setup.options
  const names = Object.keys(mirror)
  if (compared.mirrors.size > 0) return undefined
  if (names.length > 0) {
    const empty = names.length === 1 ? `mirror ${names[0]} was` : `mirrors ${names.join(', ')} were`
    return (
      `nothing was compared: the ${empty} empty in all ${runs} runs. ` +
      'Check that the code under test works if nothing goes wrong, and that the mirror reads what it stores'
    )
  }
  if (compared.world || Object.keys({ ...invariants, ...eventually }).length > 0) return undefined
  return (
    `nothing was compared: there is no mirror and no law, and the code under test changed nothing in the ` +
    `world in all ${runs} runs. Add a mirror that returns what it holds`
  )
}

/** The mirrors that stayed empty although others did not. */
export function emptyMirrors({ compared, setup }: Exploration): string[] {
  if (compared.mirrors.size === 0) return []
  return Object.keys(setup.options.mirror ?? {}).filter((name) => !compared.mirrors.has(name))
}
