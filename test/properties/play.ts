import { registry } from '../../src/chapters/registry.ts'
import type { Input } from '../../src/engine/domain.ts'
import { nextTask } from '../../src/engine/state/clock.ts'
import { graphHash, ledgerHash, stateHash } from '../../src/engine/state/hash.ts'
import { items } from '../../src/engine/store/ring.ts'
import type { Json } from '../../src/engine/values/guard.ts'

import type { State, Step, WorldEvent } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { checkResult } from '../../src/world/handle/invariants.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import { inputFrom, type Recipe } from './recipes.ts'
import { extras } from './rich.ts'

/**
 * The state after the starter world, with a few photos, posts, comments, tags and a batch, and the starter's names:
 * made once, since states never change. Its logs are short, so that they overflow in a sequence. It serves every operation.
 */
export const { base, names } = ((): { base: State; names: Starter } => {
  const world = createWorld({ seed: 'properties', logSize: 40, policy: { beyond: 'serve' } })
  const starter = world.starter()
  const { page } = starter
  const client = world.as(starter.pageToken)
  const url = 'https://img.test/base.png'
  const photo = client.uploadPagePhoto({ page, url }).unwrap()
  client.uploadPagePhoto({ page, url, published: false }).unwrap()
  const post = client.publishPost({ page, message: 'Base' }).unwrap().id
  for (const message of ['First', 'Second'])
    world.actions.commentOnPost({ post, user: starter.user, message }).unwrap()
  const later = { published: false, unpublished_content_type: 'SCHEDULED' } as const
  const time = Math.floor(world.clock.now / 1000) + 86_400
  client.publishPost({ page, message: 'Base, later', scheduled_publish_time: time, ...later }).unwrap()
  const quiet = { temporary: true, no_story: true, scheduled_publish_time: time }
  client.uploadPagePhoto({ page, url, ...quiet, ...later }).unwrap()
  world.actions.addBusinessTag({ name: 'Base', photos: [photo.id] }).unwrap()
  const adbatch = [{ name: 'Base', relative_url: starter.campaign, body: 'name=Base' }]
  world
    .as(starter.userToken)
    .createAsyncBatch({ adAccount: starter.adAccount, name: 'Base', adbatch })
    .unwrap()
  extras(world, starter)
  world.actions.installApp({ page, app: starter.app }).unwrap()
  world.actions.setWebhook({ app: starter.app }).unwrap()
  // A delivery that can be sent again.
  world.actions.sendTestNotice({ app: starter.app, field: 'leadgen' }).unwrap()
  const read = service.restore(world.snapshot())
  if (!read.ok) throw new Error(read.problem)
  return { base: read.state, names: starter }
})()

/** What one sequence of inputs came to, step by step. */
export interface Play {
  readonly states: readonly State[]
  readonly steps: readonly Step[]
  readonly raw: readonly unknown[]
}

/** Plays recipes from the starter world on, each filled from the state that it meets. */
export function play(recipes: readonly Recipe[], from: State = base): Play {
  const states: State[] = [from]
  const steps: Step[] = []
  const raw: unknown[] = []
  let state = from
  for (const recipe of recipes) {
    const input = inputFrom(state, names, recipe)
    const step = service.step(state, input)
    raw.push(input)
    steps.push(step)
    states.push(step.state)
    state = step.state
  }
  return { states, steps, raw }
}

/** Folds inputs that were taken before over a state. */
export function replayed(inputs: readonly Input[], from: State): State[] {
  const states = [from]
  let state = from
  for (const input of inputs) {
    state = service.step(state, input).state
    states.push(state)
  }
  return states
}

/** Moves time as a world does: each due task at its own instant, then the rest of the way. */
export function movedTo(from: State, to: number): { state: State; events: WorldEvent[] } {
  const events: WorldEvent[] = []
  let state = from
  const take = (input: object) => {
    const step = service.step(state, input)
    state = step.state
    events.push(...step.events)
  }
  for (let due = nextTask(state.graph); due && due.at <= to; due = nextTask(state.graph))
    take({ type: 'tick' })
  if (to > state.graph.now) take({ type: 'advance', to })
  return { state, events }
}

/** The hash of a state but for the number of inputs that led to it. */
export const timelessHash = ({ graph, ledger }: State): string =>
  `${graphHash(graph)} ${ledgerHash({ ...ledger, sequence: 0 })}`

/** The full hashes of states. */
export const hashes = (states: readonly State[]): string[] => states.map(stateHash)

const textNumbers = new Map<string, number>()

function numberOf(text: string): number {
  const known = textNumbers.get(text)
  if (known !== undefined) return known
  textNumbers.set(text, textNumbers.size)
  return textNumbers.size - 1
}

/**
 * A photographer of states: all that a state holds, in numbers that stand for the texts of its parts. It
 * reads each object once, so that a second photographer sees what changed since the first one looked.
 */
export function photographer(): (state: State) => string {
  const seen = new Map<object, number>()
  const look = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return numberOf(String(JSON.stringify(value)))
    const known = seen.get(value)
    if (known !== undefined) return known
    const number = numberOf(JSON.stringify(value))
    seen.set(value, number)
    return number
  }
  return ({ graph, ledger }) => {
    const { rows, edges, blobs, digest: _digest, streams, settings, ...numbers } = graph
    const { events, calls, windows, notes, ...counters } = ledger
    const entries = [
      ...[...rows.values()].map((row) => `${row.id}:${look(row)}`),
      ...[...blobs.entries()].map(([name, blob]) => `${name}:${look(blob)}`),
      ...edges.map((edge) => [...edge.entries()].map(([key]) => look(key)).join()),
      ...[...windows.entries()].map(([name, window]) => `${name}:${look(window)}`),
      ...[events, calls].map((log) => `${log.dropped}:${[...items<Json>(log)].map(look).join()}`),
      ...[streams, settings, notes].map(look),
    ]
    return `${JSON.stringify([numbers, counters])} ${entries.join(' ')}`
  }
}

/** Whether each answer is one that its endpoint promises; throws with the endpoint's name if not. */
export function checkAnswers({ steps }: Play): void {
  for (const step of steps) checkResult(registry, step, step.state.graph.settings)
}
