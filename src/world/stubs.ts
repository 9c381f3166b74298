import type { Json } from '../engine/values/guard.ts'
import { serviceWith } from '../machine/service-machine.ts'
import { registryWith } from '../machine/world-registry.ts'
import { withoutAmbient } from '../service/area/ambient-guard.ts'
import type { Area } from '../service/area/area.ts'
import { bounds } from '../service/contract/bounds.ts'
import type { Registry } from '../service/registry.ts'
import { type ArmedStub, stubsIn } from '../service/stubs/stub.ts'
import type { StubFunction } from '../service/stubs/stub-function.ts'
import { shown } from '../service/values/scalars.ts'
import { type Handle, type MachineParts, serviceParts } from './handle/handle.ts'
import { checkNames } from './handle/known-names.ts'
import { runOrThrow } from './handle/take-or-throw.ts'

/** The answer of a stub: plain JSON, or a function that returns it. */
export type StubAnswer = Json | StubFunction

/** The functions of stubs by name. */
export type StubFunctions = { readonly [name: string]: StubFunction }

/** Options of `world.stub`. */
export interface StubOptions {
  /** Replaces a simulated endpoint with the same route. The call log names what was replaced. */
  readonly override?: boolean
  /**
   * Fills the placeholders in the texts of the answer: `{{count}}` is the number of the call, from 1, and
   * `{{params.name}}` a parameter of the call. Two calls then give two records.
   */
  readonly template?: boolean
}

/** A stub in a world: its uses so far, and its removal. */
export interface AddedStub {
  readonly id: string
  readonly route: string
  /** The number of calls that it answered. */
  readonly uses: number
  /** The name by which `restoreWorld` and `replay` get its function; undefined for data. */
  readonly functionName: string | undefined
  /** Removes the stub. It does nothing if the stub is gone. */
  remove(): void
}

type Guarded = ReadonlyMap<string, StubFunction>

const machineWith = (registry: Registry, stubFunctions: Guarded): MachineParts => ({
  registry,
  service: serviceWith(registry, stubFunctions),
  stubFunctions,
})

/** The functions that wrap those of users, so that the same function keeps its name. */
const originals = new WeakMap<StubFunction, StubFunction>()

function guarded(run: StubFunction): StubFunction {
  const wrapped: StubFunction = (context) => withoutAmbient(() => run(context), 'a stub')
  originals.set(wrapped, run)
  return wrapped
}

/**
 * Returns the machine for worlds with these areas, whose stubs have these functions. Throws a TypeError if
 * one of them is none.
 */
export function machineFor(areas: readonly Area[] = [], functions: StubFunctions = {}): MachineParts {
  if (areas.length === 0 && Object.keys(functions).length === 0) return serviceParts
  const entries = Object.entries(functions).map(([name, run]): [string, StubFunction] => {
    if (typeof run === 'function') return [name, guarded(run)]
    throw new TypeError(`The option stubs must have functions by name, got ${shown(run)} for ${shown(name)}`)
  })
  return machineWith(registryWith(areas), new Map(entries))
}

/** Adds a function to those of a handle, and returns its name: the route, and a number if it is taken. */
function nameFor(handle: Handle, route: string, run: StubFunction): string {
  const { stubFunctions } = handle
  for (let count = 1; count <= bounds.stubFunctionsMax; count++) {
    const name = count === 1 ? route : `${route} #${count}`
    const known = stubFunctions.get(name)
    if (known && originals.get(known) === run) return name
    if (known) continue
    const machine = machineWith(handle.registry, new Map([...stubFunctions, [name, guarded(run)]]))
    Object.assign(handle, { ...machine, run: machine.service.step })
    return name
  }
  throw new RangeError(`A world takes at most ${bounds.stubFunctionsMax} functions for the stub ${route}`)
}

const armedIn = (handle: Handle): readonly ArmedStub[] => stubsIn(handle.state.ledger.notes)

function added(handle: Handle, { id, stub }: Pick<ArmedStub, 'id' | 'stub'>): AddedStub {
  const current = () => armedIn(handle).find((armed) => armed.id === id)
  return {
    id,
    route: stub.route,
    functionName: stub.function,
    get uses() {
      return current()?.uses ?? 0
    },
    remove() {
      if (current()) runOrThrow(handle, { type: 'stub', remove: id })
    },
  }
}

/** Adds a stub to a world. Throws a TypeError if it is invalid. */
export function addStub(
  handle: Handle,
  route: string,
  answer: StubAnswer,
  options: StubOptions = {},
): AddedStub {
  checkNames('stub', 'option', options, ['override', 'template'])
  const { override, template } = options
  const before = { ...handle }
  const content =
    typeof answer === 'function' ? { function: nameFor(handle, route, answer) } : { data: answer }
  const chosen = { ...(template !== undefined && { template }), ...(override !== undefined && { override }) }
  const stub = { route, ...content, ...chosen }
  try {
    const { id } = runOrThrow(handle, { type: 'stub', add: stub }) as { id: string }
    return added(handle, { id, stub })
  } catch (error) {
    // A refused stub leaves no function behind.
    const { service, run, stubFunctions } = before
    Object.assign(handle, { service, run, stubFunctions })
    throw error
  }
}

/** Returns the routes under which stubs are counted: one that overrides counts as what it replaces. */
export const countedStubs = (notes: Parameters<typeof stubsIn>[0]): readonly string[] =>
  stubsIn(notes).flatMap(({ stub }) => (stub.override === true ? [] : [stub.route]))

/** Returns the stubs of a world. */
export const stubsOf = (handle: Handle): readonly AddedStub[] =>
  armedIn(handle).map((armed) => added(handle, armed))
