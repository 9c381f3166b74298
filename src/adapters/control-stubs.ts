import { cutText } from '../engine/values/cut.ts'
import { withoutCode } from '../graph/contract/errors.ts'
import { type ArmedStub, stubsIn } from '../graph/stubs/stub.ts'
import type { GraphResponse } from '../wire/response.ts'
import { take } from '../world/handle/handle.ts'
import { handleOf } from '../world/handles.ts'
import { type ControlContext, type ControlHandlers, controlError, reply } from './control-call.ts'

const shownStub = ({ id, stub, uses }: ArmedStub) => ({ id, ...stub, uses })

/** Adds a stub whose answer is data. A function cannot be sent. */
function addStub({ world, body }: ControlContext): GraphResponse {
  const { outcome } = take(handleOf(world), { type: 'stub', add: body })
  return outcome.ok
    ? reply({ ...Object(outcome.value), uses: 0 })
    : controlError(400, withoutCode(outcome.error))
}

function removeStub({ world, name }: ControlContext): GraphResponse {
  const { outcome } = take(handleOf(world), { type: 'stub', remove: name })
  return outcome.ok ? reply({}) : controlError(404, `There is no stub ${cutText(name, 80)}`)
}

/** The handlers of stubs. */
export const stubControls: ControlHandlers = {
  stubs: {
    GET: ({ world }) => reply({ stubs: stubsIn(world.state.ledger.notes).map(shownStub) }),
    POST: addStub,
    DELETE({ world }) {
      take(handleOf(world), { type: 'stub', clear: true })
      return reply({})
    },
  },
  'stubs/{name}': { DELETE: removeStub },
}
