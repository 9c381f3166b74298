import type { Delivery } from '../../../src/chapters/webhooks/delivery.ts'
import type { State } from '../../../src/index.ts'
import { service } from '../../../src/machine/service-machine.ts'
import type { WorldOptions } from '../../../src/world/handle/options.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, type Scene } from '../../service/scene.ts'

const answers = { full_name: 'A', email: 'a@example.test' }

/** A starter world whose app is installed on its page and has a webhook in this process. */
export function hooked(options: WorldOptions = {}): Scene {
  const scene = begin(options)
  scene.world.actions.installApp({ page: scene.page, app: scene.app }).unwrap()
  scene.world.actions.setWebhook({ app: scene.app }).unwrap()
  return scene
}

/** Submits the form of a scene, and returns the id of the lead. */
export const submit = ({ world, form }: Scene, how: object = {}): string =>
  world.actions.submitLead({ form, answers, ...how }).unwrap().id

/** Returns the only delivery in the outbox of a world. */
export function onlyOne({ webhooks: { outbox } }: World): Delivery {
  const [only, ...more] = outbox
  if (!only || more.length > 0) throw new Error(`The outbox holds ${outbox.length} deliveries`)
  return only
}

/** Returns the payload of a delivery as the app parses it. */
export const payloadOf = ({ request }: Delivery): Payload => JSON.parse(request.body) as Payload

/** A payload as the contract describes it. */
export interface Payload {
  readonly object: string
  readonly entry: readonly {
    readonly id: number
    readonly time: number
    readonly changes: readonly { readonly field: string; readonly value: Record<string, number> }[]
  }[]
}

/** Runs inputs through the pure step. Throws if one is refused. */
export function fed(state: State, ...inputs: readonly object[]): State {
  return inputs.reduce<State>((before, input) => {
    const { state: after, outcome } = service.step(before, input)
    if (!outcome.ok) throw new Error(outcome.error.message)
    return after
  }, state)
}
