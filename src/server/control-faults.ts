import { cutText } from '../engine/values/cut.ts'
import type { GraphResponse } from '../machine/wire/response.ts'
import type { FaultRule, UnusedFault } from '../world/faults.ts'
import { type ControlContext, type ControlHandlers, controlError, objectOf, reply } from './control-call.ts'

function addFault({ world, body }: ControlContext): GraphResponse {
  const match = objectOf(body['match'], 'The member match of a fault rule')
  const window: unknown = match['between']
  if (window !== undefined) checkWindow(window)
  // The world checks the other members.
  const { id, hits } = world.faults.add({ ...body, match } as unknown as FaultRule)
  return reply({ id, hits })
}

/** An unused fault rule by its id, because the list of all rules has the rule. */
const unusedView = ({ rule: { id }, nearest }: UnusedFault) => ({
  id,
  ...(nearest !== undefined && { nearest }),
})

function checkWindow(window: unknown): void {
  if (!Array.isArray(window) || window.length !== 2)
    throw new TypeError('The member between of a match must be a list of two instants')
  for (const instant of window)
    if (typeof instant !== 'string' && typeof instant !== 'number')
      throw new TypeError(
        `An instant must be Unix milliseconds or an ISO 8601 text, got ${JSON.stringify(instant)}`,
      )
}

function removeFault({ world, name }: ControlContext): GraphResponse {
  if (!world.faults.rules.some(({ id }) => id === name))
    return controlError(404, `There is no fault rule ${cutText(name, 80)}`)
  world.faults.remove(name)
  return reply({})
}

/** The handlers of fault rules. */
export const faultControls: ControlHandlers = {
  faults: {
    GET: ({ world: { faults } }) => reply({ faults: faults.rules, unused: faults.unused().map(unusedView) }),
    POST: addFault,
    DELETE({ world }) {
      world.faults.clear()
      return reply({})
    },
  },
  'faults/{name}': { DELETE: removeFault },
}
