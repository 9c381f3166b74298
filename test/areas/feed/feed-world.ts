import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, refusedBy } from '../../graph/scene.ts'

/** The starter world, a second person, and a second page that the same person administers. */
export const start = (() => {
  const scene = begin()
  const { actions } = scene.world
  const visitor = actions.createUser({ name: 'Vera Visitor' }).unwrap().id
  const other = actions.createPage({ name: 'Other 🏝️ Page', administrators: [scene.user] }).unwrap().id
  return { ...scene, visitor, other }
})()

export const { page, pageToken, userToken, user, visitor, other } = start

/** The instant of every fork, in Unix seconds. */
export const now = start.world.clock.now / 1000

/** A copy of the world. */
export const fresh = (options: Parameters<World['fork']>[0] = {}): World => forked(start, options).world

/** Publishes as the page; parameters may be of any type. */
export const publish = (world: World, params: object, token = pageToken) =>
  call(world, token, 'publishPost', { page, ...params })

/** The id of a post that was published. */
export const idOf = (world: World, params: object, token = pageToken): string =>
  String(publish(world, params, token).unwrap()['id'])

/** Fields of a post, without its id. */
export function read(
  world: World,
  post: string,
  fields?: string,
  token = pageToken,
): Record<string, unknown> {
  const asked = fields === undefined ? {} : { fields }
  const { id: _, ...rest } = call(world, token, 'readPost', { post, ...asked }).unwrap()
  return rest
}

/** One field of a post. */
export const fieldOf = (world: World, post: string, field: string, token = pageToken): unknown =>
  read(world, post, field, token)[field]

/** What publishing is refused with. */
export const refused = (world: World, params: object, token = pageToken) =>
  refusedBy(world, () => publish(world, params, token))

/** The message that publishing is refused with, which has code 100. */
export function refusal(params: object, world = fresh(), token = pageToken): string {
  const { code, message } = refused(world, params, token)
  return code === 100 ? message : `code ${code}`
}

/** Uploads a photo of the page. */
export const upload = (world: World, params: object = {}): string =>
  String(
    call(world, pageToken, 'uploadPagePhoto', { page, url: 'https://img.test/a.png', ...params }).unwrap()[
      'id'
    ],
  )

/** A link and a domain that the page owns. */
export const link = 'https://shop.own.test/offer'

/** A world in which the page owns the domain of that link. */
export function owning(): World {
  const world = fresh()
  world.actions.registerDomain({ page, domain: 'own.test' }).unwrap()
  return world
}
