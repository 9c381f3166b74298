import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import type { World } from '../../world/world.ts'

/** The time that the programs of a world have, if libfaketime gives it: how far it is ahead, and its file. */
const given = new WeakMap<World, { ahead: number; readonly file: string }>()

/** Gives programs the time of a world, by a file that libfaketime reads. */
export function giveTime(world: World, file: string): void {
  given.set(world, { ahead: 0, file })
  writeFileSync(file, '+0')
}

/** Whether programs have the time of a world. */
export const hasGivenTime = (world: World): boolean => given.has(world)

/** The time that a program of a world reads, in Unix milliseconds. */
export const programTime = (world: World): number => Date.now() + (given.get(world)?.ahead ?? 0)

/** Moves a world to the time that its program reads: never back. */
export function followMachine(world: World): void {
  const now = programTime(world)
  if (now > world.clock.now) world.clock.advanceTo(now)
}

/** Lets time pass in a world until an instant, and for its program too if that has the time of the world. */
export function moveOn(world: World, to: number): void {
  const time = given.get(world)
  if (time) {
    time.ahead = Math.ceil((to - Date.now()) / SECOND_MS) * SECOND_MS
    writeFileSync(time.file, `+${time.ahead / SECOND_MS}`)
  }
  if (to > world.clock.now) world.clock.advanceTo(to)
  followMachine(world)
}

/**
 * Milliseconds from now until the second after that of an instant has begun; 0 if it has. A world whose time
 * was moved on for notices is ahead of the machine: nobody waits for that.
 */
const untilSecondAfter = (instant: number, now: number): number =>
  Math.min(SECOND_MS, Math.max(0, (Math.floor(instant / SECOND_MS) + 1) * SECOND_MS - now))

/**
 * Waits until the second after that of an instant: most times of the service are whole seconds. If the
 * program has the time of its world, moves that on instead.
 */
export async function secondAfter(world: World, instant = world.clock.now): Promise<void> {
  const now = programTime(world)
  const left = untilSecondAfter(instant, now)
  if (left > 0 && hasGivenTime(world)) moveOn(world, now + left)
  else if (left > 0) await sleep(left)
}
