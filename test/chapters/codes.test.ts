import { describe, expect, test } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import type { ErrorCode } from '../../src/service/contract/errors.ts'
import { begin, call, forked, refusedBy, type Scene, serving } from '../service/scene.ts'
import { rightToken, rowsOf } from './codes/rows.ts'
import { blockedUser, type Story } from './codes/story.ts'

const start = begin()
const table = rowsOf(start)

function play(operation: string, story: Story) {
  const scene = forked(start, { policy: { ...serving(operation).policy, ...story.policy } })
  story.before?.(scene)
  const token = story.token?.(scene) ?? rightToken(operation, scene)
  const params = { ...table[operation]?.params, ...story.params }
  return { scene, make: () => call(scene.world, token, operation, params, story.version) }
}

const operations = [...registry.routes.byName.keys()]

describe.each(operations)('%s', (operation) => {
  const codes = [...(registry.routes.byName.get(operation)?.codes ?? [])].sort((a, b) => a - b)

  test('has a row with a story for each of its codes, and for no other code [ERR-025]', () => {
    const reached = Object.keys(table[operation]?.codes ?? {}).map(Number)
    expect(reached.sort((a, b) => a - b)).toEqual(codes)
  })

  test('succeeds with valid parameters', () => {
    expect(play(operation, {}).make().ok).toBe(true)
  })

  test.each(codes)('fails with %i', (code) => {
    const story = table[operation]?.codes[code]
    if (!story) throw new Error(`No row says how ${operation} comes to answer ${code}`)
    const { scene, make } = play(operation, story)
    expect(refusedBy(scene.world, make).code).toBe(code)
  })
})

test('every row belongs to an operation', () => {
  expect(Object.keys(table).filter((operation) => !operations.includes(operation))).toEqual([])
})

describe('an operation without the matching code fails with another one', () => {
  test.each<[string, string, Story, ErrorCode]>([
    ['294 is 200', 'copyCampaign', { token: ({ noAdsManagementToken }) => noAdsManagementToken }, 200],
    ['368 is 200', 'copyCampaign', blockedUser, 200],
    ['368 is 200', 'publishPost', blockedUser, 200],
    ['102 is 190', 'readCampaign', { before: ended }, 190],
    ['102 is 190', 'listPageFeed', { before: ended }, 190],
    ['104 is 100', 'readCampaign', { params: { appsecret_proof: 'x' } }, 100],
    ['104 is 100', 'uploadPagePhoto', { params: { appsecret_proof: 'x' } }, 100],
  ])('%s: %s', (_, operation, story, code) => {
    const { scene, make } = play(operation, story)
    expect(refusedBy(scene.world, make).code).toBe(code)
  })

  function ended({ world, pageToken, userToken }: Scene): void {
    for (const token of [pageToken, userToken]) world.actions.endSession({ token }).unwrap()
  }
})
