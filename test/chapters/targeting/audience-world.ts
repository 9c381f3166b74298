import { act, begin, call, type Scene } from '../../service/scene.ts'

/** An audience as `addTargetingAudiences` takes it. */
export interface Added {
  readonly id?: string
  readonly type?: string
  readonly name: string
  readonly audienceSize?: number
  readonly path?: readonly string[]
  readonly description?: string
  readonly browsable?: boolean
  readonly translations?: readonly object[]
}

/** Adds audiences: interests of a million people unless the test sets another type or size. */
export const add = (scene: Scene, audiences: readonly Added[], replace = false) =>
  act(scene.world, 'addTargetingAudiences', {
    audiences: audiences.map((audience) => ({ type: 'interests', audienceSize: 1_000_000, ...audience })),
    ...(replace && { replace }),
  })

/** Returns a starter world with these audiences and no others. */
export function worldOf(...audiences: readonly Added[]): Scene {
  const scene = begin()
  add(scene, audiences, true).unwrap()
  return scene
}

/** Calls one of the four operations on the starter's ad account. */
export const ask = (scene: Scene, operation: string, params: object, token = scene.userToken) =>
  call(scene.world, token, operation, { adAccount: scene.adAccount, ...params })

/** Returns the items of the answer. */
export const itemsOf = (scene: Scene, operation: string, params: object): Record<string, unknown>[] =>
  ask(scene, operation, params).unwrap()['data'] as Record<string, unknown>[]

/** Returns the names of the items, or another field. */
export const namesOf = (scene: Scene, operation: string, params: object, field = 'name'): unknown[] =>
  itemsOf(scene, operation, params).map((item) => item[field])

/** The four types whose small audiences are hidden. */
export const smallTypes = ['work_employers', 'work_positions', 'education_majors', 'education_schools']
