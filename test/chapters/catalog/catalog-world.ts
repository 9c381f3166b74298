import { act, begin, call, type Scene } from '../../service/scene.ts'

/** The starter world, where it is noon of 20 January 2026, with a catalog of the items cup and jug. */
export interface CatalogScene extends Scene {
  readonly catalog: string
  readonly feed: string
  readonly pixel: string
  readonly appSource: string
}

/** Creates a catalog that the starter's user can read, with the items cup and jug, a pixel and an app. */
export function stage(): CatalogScene {
  const scene = begin()
  const { world, adAccount, user } = scene
  world.clock.advanceTo('2026-01-20T12:00:00Z')
  const { actions } = world
  const catalog = actions.createCatalog({ name: 'Shop', adAccount, users: [user] }).unwrap().id
  const feed = actions.createProductFeed({ catalog, name: 'Goods' }).unwrap().id
  actions.ingestProductFeed({ feed, rows: [{ id: 'cup' }, { id: 'jug' }] }).unwrap()
  const source = (type: 'pixel' | 'app') =>
    actions.createEventSource({ name: type, type, users: [user] }).unwrap().id
  return { ...scene, catalog, feed, pixel: source('pixel'), appSource: source('app') }
}

/** Records an event; by default contents viewed yesterday, reported by the pixel. */
export function record(
  { world, catalog, pixel }: CatalogScene,
  contents: readonly unknown[],
  more: object = {},
) {
  const event = { source: pixel, event: 'ViewContent', contents, time: '2026-01-19', ...more }
  return act(world, 'recordCatalogEvents', { catalog, events: [event] }).unwrap()
}

/** The result of reading the statistics. */
export const read = (scene: CatalogScene, params: object = {}, token = scene.userToken) =>
  call(scene.world, token, 'listEventStats', { catalog: scene.catalog, ...params })

/** The records of a result. */
export const statsOf = (scene: CatalogScene, params: object = {}, token?: string) =>
  read(scene, params, token).unwrap()['data'] as Record<string, unknown>[]

/** The counts of a record: matched and unmatched ids, and matched and unmatched unique ones. */
export const countsOf = (stat: Record<string, unknown> | undefined): unknown[] => [
  stat?.['total_matched_content_ids'],
  stat?.['total_unmatched_content_ids'],
  stat?.['unique_matched_content_ids'],
  stat?.['unique_unmatched_content_ids'],
]

/** The counts of the only record of a result. */
export function counted(scene: CatalogScene): unknown[] {
  const [stat, ...others] = statsOf(scene)
  if (others.length > 0) throw new Error(`There are ${others.length} more statistics`)
  return countsOf(stat)
}
