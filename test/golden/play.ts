import { registry } from '../../src/chapters/registry.ts'
import { stateHash } from '../../src/engine/state/hash.ts'
import { outcomeDigest } from '../../src/engine/state/history.ts'
import type { State } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'
import { contractPolicy } from '../../src/service/policy.ts'
import { placeholders } from '../../src/service/routes/define.ts'
import { BEGINS, type Known, type Scene, story } from './story.ts'

/** What one scene came to: the operation's answer as a digest, and the hash of the whole state after it. */
export interface Frame {
  readonly scene: string
  /** `ok`, or the code of the error. */
  readonly came: string
  readonly outcome: string
  readonly hash: string
}

const scenesOf = (operations: readonly string[], scene: (operation: string) => Scene): Scene[] => {
  const told = new Set(
    story.map(({ input }) => {
      const { operation, name } = input({}) as { operation?: string; name?: string }
      return operation ?? name
    }),
  )
  return operations.filter((operation) => !told.has(operation)).map(scene)
}

/** The operations beyond the description exist only under a policy. */
const serveBeyond: Scene = {
  name: 'serve what is beyond the description',
  input: () => ({ type: 'configure', policy: { beyond: 'serve' } }),
}

/** The operations that the story does not tell yet: each is tried once, so that none is left out. */
function untold(): Scene[] {
  const calls = scenesOf([...registry.routes.byName.keys()].sort(), (operation) => {
    const placeholder = registry.routes.byName.get(operation)?.placeholder ?? ''
    const known = placeholder === 'adAccount' ? 'account' : placeholder
    return {
      name: operation,
      input: (names) => ({
        type: 'call',
        operation,
        token: names['userToken'],
        params: placeholder in placeholders ? { [placeholder]: names[known] } : {},
      }),
    }
  })
  const actions = scenesOf(Object.keys(registry.actions).sort(), (name) => ({
    name,
    input: (names) => ({ type: 'action', name, params: names }),
  }))
  return [serveBeyond, ...calls, ...actions]
}

/** What a scene made known: the id or the token that it answered. */
function learned(value: unknown): string | undefined {
  const { id, token, copied_campaign_id: copy } = Object(value) as Record<string, unknown>
  const found = id ?? copy ?? token
  return typeof found === 'string' ? found : undefined
}

/** Plays the story from an empty world, with this step or a poisoned one. */
export function playStory(step: typeof service.step = service.step): Frame[] {
  const beginning = { seed: 'golden', now: BEGINS, settings: contractPolicy, notes: {}, logSize: 30 }
  let state: State = service.begin(beginning)
  const known: Record<string, string> = {}
  return [...story, ...untold()].map(({ name, input }) => {
    const { state: next, outcome } = step(state, input(known as Known))
    state = next
    const id = outcome.ok ? learned(outcome.value) : undefined
    if (id !== undefined) known[name] = id
    const came = outcome.ok ? 'ok' : String(outcome.error.code)
    return { scene: name, came, outcome: outcomeDigest(outcome), hash: stateHash(state) }
  })
}
