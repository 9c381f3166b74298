import type { Run } from '../run/run.ts'
import { readDurable } from '../stores/durable.ts'

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([key, text]) => other.get(key) === text)

/** What the durable parts of a run held last, and after which writes, and when. */
const lastTexts = new WeakMap<Run, { readonly writes: number; readonly at: number; readonly text: string }>()

/** All that the durable parts hold, as a text; empty without parts. */
async function durableText(run: Run): Promise<string> {
  if (run.durable.length === 0) return ''
  const [writes, at, last] = [run.sites.length, run.world.clock.now, lastTexts.get(run)]
  if (last?.writes === writes && last.at === at) return last.text
  const text = JSON.stringify((await readDurable(run)).values)
  lastTexts.set(run, { writes, at, text })
  return text
}

/**
 * Remembers what the code under test has made, stored and been told, and returns a function that says whether
 * that has changed. A lock that was taken and given back changes nothing.
 */
export async function rememberProgress(run: Run): Promise<() => Promise<boolean>> {
  const { world, stored, noticed } = run
  const { nextId } = world.state.graph
  const { size } = noticed
  const before = new Map(stored)
  const writes = run.sites.length
  const held = await durableText(run)
  return async () =>
    world.state.graph.nextId !== nextId ||
    noticed.size !== size ||
    !isSame(stored, before) ||
    // Without a write there is nothing to read.
    (held !== '' && run.sites.length !== writes && (await durableText(run)) !== held)
}
