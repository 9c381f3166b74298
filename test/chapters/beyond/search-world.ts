import type { CallOutcome } from '../../../src/service/typed-call.ts'
import { begin, call, forked, type Scene } from '../../service/scene.ts'
import { type Added, add } from '../targeting/audience-world.ts'

/** The starter world, in which targeting options can be searched. */
export const scene = begin({ policy: { beyond: 'serve' } })

/** Searches with the token of the starter's user. */
export const search = (params: object, { world, userToken }: Scene = scene): CallOutcome<Item> =>
  call(world, userToken, 'searchTargetingOptions', params)

/** A result of a search. */
export type Item = Readonly<Record<string, unknown>>

/** Returns the results of a search. */
export const itemsOf = (params: object, at = scene): Item[] => search(params, at).unwrap()['data'] as Item[]

/** Returns the names of the results. */
export const namesOf = (params: object, at = scene): unknown[] => itemsOf(params, at).map(({ name }) => name)

/** Returns a world with these audiences and no others. */
export function worldOf(...audiences: readonly Added[]): Scene {
  const at = forked(scene)
  add(at, audiences, true).unwrap()
  return at
}

/** The interest Football, as the result of a search shows it. */
export const football = {
  id: '6003000000011',
  name: 'Football',
  audience_size_lower_bound: 612_400_000,
  // 612,400,000 × 1.176 = 720,182,400
  audience_size_upper_bound: 720_182_400,
}
