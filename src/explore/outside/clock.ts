import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import type { World } from '../../world/world.ts'

/** Moves a world to the time of the machine, which the program reads: never back. */
export function followMachine({ clock }: World): void {
  const now = Date.now()
  if (now > clock.now) clock.advanceTo(now)
}

/** Milliseconds from now until the second after that of an instant has begun; 0 if it has. */
export const untilSecondAfter = (instant: number): number =>
  Math.max(0, (Math.floor(instant / SECOND_MS) + 1) * SECOND_MS - Date.now())

/** Waits until the second after that of an instant: most times of the service are whole seconds. */
export async function secondAfter(instant: number): Promise<void> {
  const left = untilSecondAfter(instant)
  if (left > 0) await sleep(left)
}
