import { replay, restoreWorld } from '../../../world/create-world.ts'
import type { World } from '../../../world/world.ts'

/** Throws if two hashes differ. */
function same(law: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${law}: the hash is ${found}, expected ${expected}`)
}

/**
 * Laws of every world, by name. Each throws an error if the world breaks it. A world that was made with
 * `validateAnswers` checks in addition that each answer is one that its operation promises.
 */
export const invariants = {
  /** A world restored from a snapshot has the same hash; every reference of its rows leads to a row. */
  snapshotRestores(world: World): void {
    const restored = restoreWorld(JSON.parse(JSON.stringify(world.snapshot())))
    same('snapshotRestores', restored.hash('full'), world.hash('full'))
  },
  /** A replay of the recorded inputs has the same outcomes and the same hash. */
  recordingReplays(world: World): void {
    const { world: replayed, difference } = replay(world.history.recording())
    if (difference) throw new Error(`recordingReplays: input ${difference.sequence} has another outcome`)
    same('recordingReplays', replayed.hash('full'), world.hash('full'))
  },
  /** A fork has the same hash, and what happens in it leaves its world alone. */
  forkIsIndependent(world: World): void {
    const before = world.hash('full')
    const fork = world.fork()
    same('forkIsIndependent', fork.hash('full'), before)
    fork.clock.advance('1d')
    same('forkIsIndependent', world.hash('full'), before)
  },
  /** No work is due in the past. */
  nothingIsOverdue({ clock }: World): void {
    const [next] = clock.pending
    if (next && next.at < clock.now) throw new Error(`nothingIsOverdue: ${next.kind} was due at ${next.at}`)
  },
} as const satisfies Readonly<Record<string, (world: World) => void>>
