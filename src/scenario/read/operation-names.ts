import { z } from '../../engine/schema/zod.ts'
import type { Registry } from '../../service/registry.ts'
import { didYouMean, unknownAction } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'

/** Parameters that every call takes. */
const everywhere = ['fields']

function namesIn(params: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

const known = new WeakMap<Registry, Map<string, readonly string[]>>()

/** Returns the names of the parameters of an operation, with that of its node. */
function parametersOf(registry: Registry, operation: string): readonly string[] {
  const ofRegistry = known.get(registry) ?? new Map<string, readonly string[]>()
  known.set(registry, ofRegistry)
  const names = ofRegistry.get(operation) ?? computed(registry, operation)
  ofRegistry.set(operation, names)
  return names
}

function computed({ routes, actions }: Registry, operation: string): readonly string[] {
  const entry = routes.byName.get(operation)
  if (!entry) return namesIn(actions[operation]?.params ?? z.unknown())
  return [entry.placeholder, ...namesIn(entry.endpoint.params), ...everywhere].filter((name) => name !== '')
}

/** Returns the problem of an operation or an action that does not exist. */
export function operationProblem(
  { routes, actions }: Registry,
  kind: 'call' | 'action',
  name: string,
): string | undefined {
  if (kind === 'action') return Object.hasOwn(actions, name) ? undefined : unknownAction(name, actions)
  const { byName } = routes
  return byName.has(name)
    ? undefined
    : `There is no operation ${shown(name)}${didYouMean(name, [...byName.keys()])}`
}

/** Returns the first name that is no parameter of an operation, and its problem. */
export function parameterProblem(
  registry: Registry,
  operation: string,
  params: object,
): { readonly name: string; readonly message: string } | undefined {
  const names = parametersOf(registry, operation)
  const name = Object.keys(params).find((given) => !names.includes(given))
  if (name === undefined) return undefined
  const hint = didYouMean(name, names) || `; its parameters are ${names.join(', ') || 'none'}`
  return { name, message: `${operation} has no parameter ${shown(name)}${hint}` }
}
