import { expect } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { act, begin, call, forked, refusedBy, type Scene } from '../../service/scene.ts'

/** The starter world and its ids. Each test works on a fork. */
export const start: Scene = begin()
const { userToken, adAccount, creative } = start

/** Returns a fork of the starter world. */
export const fresh = (): World => forked(start).world

/** Creates a campaign and returns its id. */
export const campaignOf = (world: World, params: object = {}, account: string = adAccount): string =>
  String(
    call(world, userToken, 'createCampaign', {
      adAccount: account,
      special_ad_categories: [],
      ...params,
    }).unwrap()['id'],
  )

/** Creates an ad set of a campaign and returns its id. */
export const adSetOf = (world: World, campaign: string, params: object = {}): string =>
  String(act(world, 'createAdSet', { campaign, ...params }).unwrap()['id'])

/** Creates an ad in an ad set and returns its id. */
export const adOf = (world: World, adSet: string, params: object = {}): string =>
  String(act(world, 'createAdWithCreative', { adSet, creative, ...params }).unwrap()['id'])

/** Reads fields of a campaign, without its id. */
export function fieldsOf(world: World, campaign: string, fields: string, version?: string): object {
  const { id, ...shown } = call(world, userToken, 'readCampaign', { campaign, fields }, version).unwrap()
  expect(id).toBe(campaign)
  return shown
}

/** Reads fields of an ad set, without its id. */
export function adSetFields(world: World, adSet: string, fields: string): object {
  const { id: _id, ...shown } = call(world, userToken, 'readAdSet', { adSet, fields }).unwrap()
  return shown
}

/** Updates a campaign. */
export const update = (world: World, campaign: string, params: object, version?: string) =>
  call(world, userToken, 'updateCampaign', { campaign, ...params }, version)

/** Returns the message of a refused update, and checks its code and that nothing changed. */
export function updateRefusal(world: World, campaign: string, params: object, code = 100): string {
  const error = refusedBy(world, () => update(world, campaign, params))
  expect(error.code).toBe(code)
  return error.message
}

/** The ids of a list. */
export const listed = (world: World, operation: string, params: object): string[] => {
  const { data } = call(world, userToken, operation, params).unwrap() as { data: readonly { id: string }[] }
  return data.map(({ id }) => id)
}
