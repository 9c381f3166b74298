import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, refusedBy } from '../../service/scene.ts'

/** The starter world with a second person, and a second page of the same administrator. */
export const start = (() => {
  const scene = begin()
  const { actions } = scene.world
  const visitor = actions.createUser({ name: 'Vera Visitor' }).unwrap().id
  const other = actions.createPage({ name: 'Other 🏝️ Page', administrators: [scene.user] }).unwrap().id
  return { ...scene, visitor, other }
})()

export const { page, pageToken, userToken, user, visitor, other } = start

/** The time of each fork, in Unix seconds. */
export const now = start.world.clock.now / 1000

/** Returns a fork of the world. */
export const forkWorld = (options: Parameters<World['fork']>[0] = {}): World => forked(start, options).world

/** Publishes a post as the page. Parameters can have any type. */
export const publish = (world: World, params: object, token = pageToken) =>
  call(world, token, 'publishPost', { page, ...params })

/** Publishes a post and returns its id. */
export const publishedId = (world: World, params: object, token = pageToken): string =>
  String(publish(world, params, token).unwrap()['id'])

/** Reads fields of a post, without its id. */
export function readFields(
  world: World,
  post: string,
  fields?: string,
  token = pageToken,
): Record<string, unknown> {
  const asked = fields === undefined ? {} : { fields }
  const { id: _, ...rest } = call(world, token, 'readPost', { post, ...asked }).unwrap()
  return rest
}

/** Reads one field of a post. */
export const fieldOf = (world: World, post: string, field: string, token = pageToken): unknown =>
  readFields(world, post, field, token)[field]

/** Returns the error of a refused publishPost. */
export const publishError = (world: World, params: object, token = pageToken) =>
  refusedBy(world, () => publish(world, params, token))

/** Returns the message of a publishPost that is refused with code 100. */
export function publishErrorMessage(params: object, world = forkWorld(), token = pageToken): string {
  const { code, message } = publishError(world, params, token)
  return code === 100 ? message : `code ${code}`
}

/** Uploads a photo of the page and returns its id. */
export const upload = (world: World, params: object = {}): string =>
  String(
    call(world, pageToken, 'uploadPagePhoto', { page, url: 'https://img.test/a.png', ...params }).unwrap()[
      'id'
    ],
  )

/** A link whose domain the page owns. */
export const link = 'https://shop.own.test/offer'

/** Returns a world in which the page owns the domain of that link. */
export function worldWithOwnedLink(): World {
  const world = forkWorld()
  world.actions.registerDomain({ page, domain: 'own.test' }).unwrap()
  return world
}
