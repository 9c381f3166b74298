import fc from 'fast-check'
import type { CallOutcome } from '../../../service/typed-call.ts'
import { handleOf } from '../../../world/handles.ts'
import type { World } from '../../../world/world.ts'
import { arbitraries, type CallParameters, operationNames, type ParameterClass } from './arbitraries.ts'

/** A token for each call: the starter's token that fits the operation. */
function tokenFor(world: World, operation: string): string {
  const { pageToken = '', userToken = '', appToken = '' } = world.names ?? {}
  const surface = handleOf(world).registry.routes.byName.get(operation)?.endpoint.access.surface
  return surface === 'page' ? pageToken : surface === 'app' ? appToken : userToken
}

type Methods = Readonly<Record<string, (params: CallParameters) => CallOutcome<unknown>>>

/** A step of a world: a call or an action whose ids come from what earlier steps made. */
function commandOf(operation: string, which: ParameterClass, seed: number): fc.Command<object, World> {
  let shown = operation
  return {
    check: () => true,
    run(_model, world) {
      // Drawn when the step runs, so that it finds the rows of the steps before it.
      const [params = {}] = fc.sample(arbitraries.parameters(operation, world, which), {
        seed,
        numRuns: 1,
      })
      shown = `${operation}(${fc.stringify(params)})`
      const isEndpoint = handleOf(world).registry.routes.byName.has(operation)
      const methods = (isEndpoint
        ? world.as(tokenFor(world, operation))
        : world.actions) as unknown as Methods
      methods[operation]?.(params)
    },
    toString: () => shown,
  }
}

/**
 * Commands of fast-check for every operation, or for those that are named, in the starter world:
 * `fc.commands(worldCommands())`. The model may be any object.
 */
export function worldCommands(
  operations: readonly string[] = operationNames,
  which: ParameterClass = 'valid',
): fc.Arbitrary<fc.Command<object, World>>[] {
  return operations.map((operation) => fc.nat().map((seed) => commandOf(operation, which, seed)))
}
