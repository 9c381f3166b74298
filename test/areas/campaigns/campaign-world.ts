import { expect } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { act, begin, call, forked, refusedBy, type Scene } from '../../graph/scene.ts'

/** The starter world and its names; each test takes a fork of it. */
export const start: Scene = begin()
const { userToken, adAccount, creative } = start

/** A fork of the starter world. */
export const fresh = (): World => forked(start).world

/** Makes a campaign, and answers its id. */
export const campaignOf = (world: World, params: object = {}, account: string = adAccount): string =>
  String(
    call(world, userToken, 'createCampaign', {
      adAccount: account,
      special_ad_categories: [],
      ...params,
    }).unwrap()['id'],
  )

/** Makes an ad set of a campaign, and answers its id. */
export const adSetOf = (world: World, campaign: string, params: object = {}): string =>
  String(act(world, 'createAdSet', { campaign, ...params }).unwrap()['id'])

/** Makes an ad of an ad set, and answers its id. */
export const adOf = (world: World, adSet: string, params: object = {}): string =>
  String(act(world, 'createAdWithCreative', { adSet, creative, ...params }).unwrap()['id'])

/** Fields of a campaign, without its id. */
export function fieldsOf(world: World, campaign: string, fields: string, version?: string): object {
  const { id, ...shown } = call(world, userToken, 'readCampaign', { campaign, fields }, version).unwrap()
  expect(id).toBe(campaign)
  return shown
}

/** Fields of an ad set, without its id. */
export function adSetFields(world: World, adSet: string, fields: string): object {
  const { id: _id, ...shown } = call(world, userToken, 'readAdSet', { adSet, fields }).unwrap()
  return shown
}

/** Updates a campaign. */
export const update = (world: World, campaign: string, params: object, version?: string) =>
  call(world, userToken, 'updateCampaign', { campaign, ...params }, version)

/** The words with which an update is refused, for code 100. */
export function updateRefusal(world: World, campaign: string, params: object, code = 100): string {
  const error = refusedBy(world, () => update(world, campaign, params))
  expect(error.code).toBe(code)
  return error.message
}

/** The ids that a list answers. */
export const listed = (world: World, operation: string, params: object): string[] => {
  const { data } = call(world, userToken, operation, params).unwrap() as { data: readonly { id: string }[] }
  return data.map(({ id }) => id)
}
