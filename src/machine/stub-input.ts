import type { Input, Ran } from '../engine/domain.ts'
import { readBy } from '../engine/schema/schema.ts'
import { z } from '../engine/schema/zod.ts'
import type { Json } from '../engine/values/guard.ts'
import { bounds } from '../service/contract/bounds.ts'
import {
  type CallError,
  invalidParameter,
  isCallError,
  memberError,
  parameterError,
} from '../service/contract/errors.ts'
import type { Registry } from '../service/registry.ts'
import type { ServiceTypes, ServiceWork, Tx } from '../service/routes/context.ts'
import { isServed, resolve } from '../service/routes/routes.ts'
import { type ArmedStub, keepStubs, Stub, stubsIn } from '../service/stubs/stub.ts'
import { endpointOf, placeholderProblem, simulatedAt } from '../service/stubs/stub-route.ts'
import { shown } from '../service/values/scalars.ts'
import { jsonSize } from '../service/values/shared-records.ts'
import { refused } from './refused.ts'

type Result = Ran<ServiceTypes>

const Removal = z.union([z.object({ remove: z.string() }), z.object({ clear: z.literal(true) })])

/** Returns the name of the simulated operation that a stub would replace. */
function replaced({ routes }: Registry, tx: Tx, stub: Stub): string | undefined {
  const { placeholder, method, edge } = endpointOf(stub)
  const entry = simulatedAt(routes, stub)
  if (entry && isServed(entry, tx.settings)) return entry.operation
  if (placeholder !== '') return undefined
  const path = edge === '' ? [] : edge.split('/')
  return resolve(routes, { method, path, tokens: [], params: {}, files: [] }, tx)?.operation
}

/** Returns the problem of a stub in a world; undefined if the world can have it. */
function problemOf(registry: Registry, { tx, ledger }: ServiceWork, stub: Stub): string | undefined {
  const stubs = stubsIn(ledger.notes)
  const unknown = placeholderProblem(stub.route)
  if (unknown !== undefined) return unknown
  if (stubs.length >= bounds.stubsMax)
    return `A world has at most ${bounds.stubsMax} stubs: remove one before you add another`
  const same = stubs.find(({ stub: { route } }) => route === stub.route)
  if (same) return `The route ${stub.route} has a stub already, ${same.id}: remove it first`
  const sizes = [stub, ...stubs.map((armed) => armed.stub)].map(({ data }) => jsonSize(data ?? null, false))
  if (sizes.reduce((sum, size) => sum + size, 0) > bounds.stubCharactersMax)
    return `The answers of all stubs of a world have at most ${bounds.stubCharactersMax} characters`
  const name = stub.function
  if (name !== undefined && !registry.stubFunctions?.has(name))
    return `This world lacks the function ${shown(name)} of a stub: pass it in the option stubs`
  const operation = stub.override === true ? undefined : replaced(registry, tx, stub)
  return operation === undefined
    ? undefined
    : `${stub.route} is simulated, as ${operation}: add override: true to replace it`
}

/** Adds a stub. */
function add(registry: Registry, work: ServiceWork, given: Json): Result {
  const read = readBy(Stub, given)
  if (!read.success) return refused(memberError('The stub', read.error))
  const stub: Stub = JSON.parse(JSON.stringify(read.data))
  const problem = problemOf(registry, work, stub)
  if (problem !== undefined) return refused(invalidParameter(problem))
  const { ledger } = work
  const id = `stub-${ledger.sequence}`
  keepStubs(ledger, [...stubsIn(ledger.notes), { id, stub, uses: 0 }])
  return { outcome: { ok: true, value: { id } } }
}

function without(stubs: readonly ArmedStub[], id: string): readonly ArmedStub[] | CallError {
  const kept = stubs.filter((armed) => armed.id !== id)
  return kept.length < stubs.length ? kept : invalidParameter(`There is no stub ${shown(id)}`)
}

/** Runs an input of type `stub`: adds or removes stubs. */
export function runStub(registry: Registry, work: ServiceWork, input: Input): Result {
  if (input['add'] !== undefined) return add(registry, work, input['add'])
  const read = readBy(Removal, input)
  if (!read.success) return refused(parameterError(read.error))
  const kept = 'remove' in read.data ? without(stubsIn(work.ledger.notes), read.data.remove) : []
  if (isCallError(kept)) return refused(kept)
  keepStubs(work.ledger, kept)
  return { outcome: { ok: true, value: {} } }
}
