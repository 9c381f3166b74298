import { createWorld } from '../../../src/world/create-world.ts'
import type { World } from '../../../src/world/world.ts'
import { act, call } from '../../service/scene.ts'

/** A world without indicators, and the token of its one app. */
export interface ThreatWorld {
  readonly world: World
  readonly app: string
  readonly token: string
}

/** The start of the world, in Unix seconds. */
export const NOW = Date.UTC(2026, 0, 15, 9) / 1000

/** The default values of an indicator. No test searches for their texts. */
const plain = { indicator: '0', type: 'OTHER', description: '' }

/**
 * Returns a world with these indicators, collected in their order at intervals of a second, the last one
 * now.
 */
export function worldOf(...indicators: readonly object[]): ThreatWorld {
  const world = createWorld({ validateAnswers: true, now: NOW * 1000 })
  const { id: app, token } = world.actions.createApp({ name: 'Threat App' }).unwrap()
  indicators.forEach((indicator, place) => {
    const addedOn = NOW - (indicators.length - 1 - place)
    act(world, 'addThreatIndicator', { ...plain, addedOn, ...indicator }).unwrap()
  })
  return { world, app, token }
}

/** One page of a search. */
export interface Found {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly paging: {
    readonly cursors?: { readonly before: string; readonly after: string }
    readonly next?: string
    readonly previous?: string
  }
}

/** Searches with the token of the world's app. */
export const search = ({ world, token }: ThreatWorld, params: object = {}, version?: string): Found =>
  call(world, token, 'searchThreatIndicators', params, version).unwrap() as unknown as Found

/** Returns the values of the indicators that a search finds. */
export const found = (scene: ThreatWorld, params: object = {}): unknown[] =>
  search(scene, params).data.map(({ indicator }) => indicator)

/** Returns the outcome of a search that may fail. */
export const asked = ({ world, token }: ThreatWorld, params: object, version?: string) =>
  call(world, token, 'searchThreatIndicators', params, version)
