import type { World } from '../world/world.ts'

/** The number of nodes of each kind, sorted by kind. */
function nodeCounts({ state }: World): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { kind } of state.graph.rows.values())
    if (kind !== 'tasks') counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Returns the outline of a world: its seed, clock, policy, counts and names. */
export function worldView(world: World): object {
  const { seed, seq, policy, names: starter = null, clock, events, calls } = world
  return {
    seed,
    now: clock.now,
    iso: clock.iso,
    seq,
    hash: world.hash(),
    policy,
    counts: nodeCounts(world),
    pending: clock.pending.length,
    // `since` of the logs takes the number of the last entry: events have numbers of their own.
    events: { last: events.last()?.sequence ?? 0, length: events.length, dropped: events.dropped },
    calls: { last: calls.last()?.sequence ?? 0, length: calls.length, dropped: calls.dropped },
    starter,
  }
}
