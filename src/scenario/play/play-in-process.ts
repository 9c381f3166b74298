import type { Handle } from '../../world/handle/handle.ts'
import { send } from './call.ts'
import type { Playing } from './play.ts'

/** Plays a part of a scenario whose calls are made in process. */
export function playInProcess<T>(handle: Handle, playing: Playing<T>): T {
  let played = playing.next()
  while (!played.done) played = playing.next(send(handle, played.value))
  return played.value
}
