import fc from 'fast-check'
import { registry } from '../../../chapters/registry.ts'
import { z } from '../../../engine/schema/zod.ts'
import { DAY_MS } from '../../../engine/values/milliseconds.ts'
import { DAY } from '../../../service/contract/limits.ts'
import type { Node } from '../../../service/routes/context.ts'
import { placeholders } from '../../../service/routes/define.ts'
import { idOf } from '../../../service/routes/routes.ts'
import type { FaultRule } from '../../../world/faults.ts'
import { handleOf } from '../../../world/handles.ts'
import type { Duration } from '../../../world/time/durations.ts'
import type { World } from '../../../world/world.ts'

/** The members of the JSON Schema of a parameter that are used here. */
interface Schema {
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The parameters of a call, by name. */
export type CallParameters = Readonly<Record<string, unknown>>

/** Whether parameters fit their operation: all do, one is just beyond what fits, or one is any value. */
export type ParameterClass = 'valid' | 'near' | 'hostile'

const kinds: Readonly<Record<string, string>> = { ...placeholders, app: 'apps' }

/** The names of all endpoints and actions of the service. */
export const operationNames: readonly string[] = [
  ...registry.routes.byName.keys(),
  ...Object.keys(registry.actions),
]

/** The table of the rows that a parameter of an area names, by the placeholder of a route. */
const areaTable = (world: World, name: string): string | undefined =>
  [...handleOf(world).registry.routes.byPath.values()].find(
    ({ placeholder, endpoint }) => placeholder === name && endpoint.area !== undefined,
  )?.kind

/** The ids of the rows of one kind, as calls spell them. */
function idsIn({ state }: World, kind: string): string[] {
  const rows = [...state.graph.rows.values()].filter((row) => row.kind === kind)
  return rows.map((row) => idOf(row as unknown as Node))
}

function scalar({ type, format, pattern, minimum = 0, maximum = 1_000_000 }: Schema, world: World) {
  const now = Math.floor(world.clock.now / 1000)
  if (format === 'unix-seconds') return fc.integer({ min: now + 600, max: now + 75 * DAY })
  if (format === 'date-time') return fc.nat(75 * DAY).map((s) => new Date((now + s) * 1000).toISOString())
  if (format === 'uri') return fc.nat(9).map((number) => `https://img.test/${number}.png`)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return fc.integer({ min: minimum, max: maximum })
  return pattern === undefined ? fc.string({ minLength: 1, maxLength: 12 }) : fc.nat().map(String)
}

/** A value that fits a parameter, as far as its schema and its name tell. */
function fitting(name: string, schema: Schema, world: World): fc.Arbitrary<unknown> {
  const kind = kinds[name] ?? areaTable(world, name)
  const ids = kind === undefined ? [] : idsIn(world, kind)
  if (ids.length > 0) return fc.constantFrom(...ids)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'array') return fc.array(fitting('', schema.items ?? {}, world), { maxLength: 3 })
  if (!schema.properties) return schema.type === 'object' ? fc.constant({}) : scalar(schema, world)
  const members = Object.entries(schema.properties)
  return fc.record(Object.fromEntries(members.map(([member, of]) => [member, fitting(member, of, world)])))
}

const near = ({ minimum = 0, maximum = 2 ** 53 }: Schema): fc.Arbitrary<unknown> =>
  fc.constantFrom(minimum - 1, maximum + 1, '', null, 'ACTIVE ', '999999999', [], {}, 0.5, undefined)

const hostile = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>('__proto__', '\ud800', '\u0000', -0, Number.NaN, '['.repeat(1_000), [[[null]]]),
    fc.anything({ maxDepth: 2 }),
  )

/** The schema of an operation's parameters, with the id of its node. */
function shapeOf(
  world: World,
  operation: string,
): { members: [string, Schema][]; required: readonly string[] } {
  const { routes, actions } = handleOf(world).registry
  const entry = routes.byName.get(operation)
  const params = entry?.endpoint.params ?? actions[operation]?.params
  if (!params) throw new TypeError(`There is no operation ${operation}`)
  const { properties = {} }: Schema = z.toJSONSchema(params, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema
  const issues = params.safeParse({}).error?.issues ?? []
  const node = entry && entry.placeholder !== '' ? [entry.placeholder] : []
  return {
    members: [...node.map((name): [string, Schema] => [name, {}]), ...Object.entries(properties)],
    required: [...node, ...issues.map(({ path }) => String(path[0]))],
  }
}

/**
 * Parameters of an operation, from its schema, with ids of the world: `valid` ones, `near` ones of which one
 * is just beyond what fits, or `hostile` ones of which one is any value. Rules beyond the schema, such as two
 * parameters that exclude each other, can still refuse a valid one.
 */
function parameters(
  operation: string,
  world: World,
  which: ParameterClass = 'valid',
): fc.Arbitrary<CallParameters> {
  const { members, required } = shapeOf(world, operation)
  const all = Object.fromEntries(members.map(([name, schema]) => [name, fitting(name, schema, world)]))
  const needed = required.filter((name) => Object.hasOwn(all, name))
  const valid: fc.Arbitrary<CallParameters> = fc.oneof(
    fc.record(Object.fromEntries(needed.map((name) => [name, all[name] ?? fc.constant(null)]))),
    fc.record(all, { requiredKeys: needed }),
  )
  if (which === 'valid' || members.length === 0) return valid
  const spoilt = fc
    .constantFrom(...members)
    .chain(([name, schema]) =>
      (which === 'near' ? near(schema) : hostile()).map((value): CallParameters => ({ [name]: value })),
    )
  return fc.tuple(valid, spoilt).map(([good, bad]) => ({ ...good, ...bad }))
}

/** Moves of the clock: from a millisecond to the life of a lead, with the lengths at which work is due. */
const clockSteps = (): fc.Arbitrary<Duration> =>
  fc.oneof(
    fc.constantFrom<Duration>('1ms', '1s', '10m', '1h', '1d', '75d', '90d'),
    fc.integer({ min: 1, max: DAY_MS }),
  )

/** Fault rules of every kind but those of notices, for all operations. */
const faultRules = (): fc.Arbitrary<FaultRule> =>
  fc.record({
    match: fc.constant({}),
    fault: fc.oneof(
      fc.constantFrom<FaultRule['fault']>(
        { kind: 'error', code: 190 },
        { kind: 'error', code: 2 },
        { kind: 'error', code: 4, when: 'afterCommit' },
        { kind: 'drop' },
        { kind: 'drop', when: 'afterCommit' },
        { kind: 'http', status: 503 },
        { kind: 'malformed', how: 'truncated' },
      ),
      fc.integer({ min: 0, max: 60_000 }).map((by) => ({ kind: 'latency', by }) as const),
    ),
    times: fc.integer({ min: 1, max: 3 }),
    skip: fc.nat(3),
  })

/** Forks of a world, each with a seed of its own: ids and tokens made later differ. */
const worlds = (base: World): fc.Arbitrary<World> => fc.nat().map((seed) => base.fork({ seed }))

/** fast-check arbitraries for properties of a program that uses the service. */
export const arbitraries = {
  /** Parameters of an operation: `valid`, `near` or `hostile` ones. */
  parameters,
  worlds,
  get clockSteps() {
    return clockSteps()
  },
  get faultRules() {
    return faultRules()
  },
  get operations() {
    return fc.constantFrom(...operationNames)
  },
}
