import type { Delivery } from '../../../src/areas/webhooks/delivery.ts'
import type { State } from '../../../src/engine/state.ts'
import { service } from '../../../src/machine/service-machine.ts'
import type { WorldOptions } from '../../../src/world/options.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, type Scene } from '../../graph/scene.ts'

const answers = { full_name: 'A', email: 'a@example.test' }

/** The starter world, its app installed on its page, with a webhook in this process. */
export function hooked(options: WorldOptions = {}): Scene {
  const scene = begin(options)
  scene.world.actions.installApp({ page: scene.page, app: scene.app }).unwrap()
  scene.world.actions.setWebhook({ app: scene.app }).unwrap()
  return scene
}

/** A person submits the form of a scene; the id of the lead. */
export const submit = ({ world, form }: Scene, how: object = {}): string =>
  world.actions.submitLead({ form, answers, ...how }).unwrap().id

/** The one delivery in the outbox of a world. */
export function onlyOne({ webhooks: { outbox } }: World): Delivery {
  const [only, ...more] = outbox
  if (!only || more.length > 0) throw new Error(`The outbox holds ${outbox.length} deliveries`)
  return only
}

/** The payload of a delivery as the app reads it. */
export const payloadOf = ({ request }: Delivery): Payload => JSON.parse(request.body) as Payload

/** What the contract says of a payload. */
export interface Payload {
  readonly object: string
  readonly entry: readonly {
    readonly id: number
    readonly time: number
    readonly changes: readonly { readonly field: string; readonly value: Record<string, number> }[]
  }[]
}

/** Feeds inputs to the pure step; an input that is refused throws. */
export function fed(state: State, ...inputs: readonly object[]): State {
  return inputs.reduce<State>((before, input) => {
    const { state: after, outcome } = service.step(before, input)
    if (!outcome.ok) throw new Error(outcome.error.message)
    return after
  }, state)
}
