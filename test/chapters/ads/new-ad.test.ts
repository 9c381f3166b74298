import { expect, test } from 'vitest'
import { adParams, newAd } from '../../../src/chapters/ads/new-ad.ts'
import type { Tables } from '../../../src/chapters/tables.ts'
import { open } from '../../../src/engine/state/draft.ts'
import { indexesOf } from '../../../src/engine/state/edge.ts'
import { service } from '../../../src/machine/service-machine.ts'
import { isCallError } from '../../../src/service/contract/errors.ts'
import type { ServiceContents, Tx } from '../../../src/service/routes/context.ts'
import { begin } from '../photos/photo-world.ts'

const { world, adAccount, adSet, campaign } = begin()

type Change = (tx: Tx) => unknown

test.each<[string, Change, boolean]>([
  ['an active ad set of an active campaign', () => undefined, true],
  ['a paused ad set', (tx) => tx.patch('adSets', Number(adSet), { status: 'PAUSED' }), true],
  ['an archived ad set', (tx) => tx.patch('adSets', Number(adSet), { status: 'ARCHIVED' }), true],
  ['a deleted ad set [IMG-053]', (tx) => tx.patch('adSets', Number(adSet), { status: 'DELETED' }), false],
  [
    'an ad set of a deleted campaign [IMG-053]',
    (tx) => tx.patch('campaigns', Number(campaign), { status: 'DELETED' }),
    false,
  ],
  [
    'an ad set of an archived campaign [CAM-063]',
    (tx) => tx.patch('campaigns', Number(campaign), { status: 'ARCHIVED' }),
    false,
  ],
  [
    'an ad set of a paused campaign',
    (tx) => tx.patch('campaigns', Number(campaign), { status: 'PAUSED' }),
    true,
  ],
])('a new ad in %s', (_, change, made) => {
  const tx = open<Tables, ServiceContents>(world.state.graph, indexesOf(service.schema))
  change(tx)
  const params = adParams.parse({ name: 'Ad', adset_id: adSet, creative: { title: 'Hello' } })
  const ad = newAd(tx, Number(adAccount), params, [])
  expect(isCallError(ad)).toBe(!made)
  if (isCallError(ad)) expect(ad.code).toBe(100)
})
