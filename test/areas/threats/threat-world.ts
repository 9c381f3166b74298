import { createWorld, type World } from '../../../src/world/world.ts'
import { act, call } from '../../graph/scene.ts'

/** A world without indicators, and the token of its one app. */
export interface ThreatWorld {
  readonly world: World
  readonly app: string
  readonly token: string
}

/** When the world begins, in Unix seconds. */
export const NOW = Date.UTC(2026, 0, 15, 9) / 1000

/** What an indicator is when a test says nothing else of it: no text of it is like any that tests seek. */
export const plain = { indicator: '0', type: 'OTHER', description: '' }

/** A world with these indicators, collected in their order a second apart, the last of them now. */
export function worldOf(...indicators: readonly object[]): ThreatWorld {
  const world = createWorld({ invariants: 'throw', now: NOW * 1000 })
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

/** A search of a world's app. */
export const search = ({ world, token }: ThreatWorld, params: object = {}, version?: string): Found =>
  call(world, token, 'searchThreatIndicators', params, version).unwrap() as unknown as Found

/** The indicators that a search finds, by their values. */
export const found = (scene: ThreatWorld, params: object = {}): unknown[] =>
  search(scene, params).data.map(({ indicator }) => indicator)

/** The outcome of a search that may be refused. */
export const asked = ({ world, token }: ThreatWorld, params: object, version?: string) =>
  call(world, token, 'searchThreatIndicators', params, version)
