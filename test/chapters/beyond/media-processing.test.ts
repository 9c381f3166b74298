import { describe, expect, test } from 'vitest'
import { type Policy, platformPolicy } from '../../../src/service/policy.ts'
import { act, begin, call, refusedBy, type Scene } from '../../service/scene.ts'

const image = 'https://img.test/a.png'
const video = 'https://video.test/a.mp4'

/** A world with an Instagram account, and the calls of a client that publishes to it. */
function publisher(policy: Partial<Policy>) {
  const { world, page, pageToken }: Scene = begin({ policy })
  const facts = { page, username: 'bread' }
  const instagramAccount = String(act(world, 'createInstagramAccount', facts).unwrap()['id'])
  const does = (operation: string, params: object) =>
    call(world, pageToken, operation, { instagramAccount, ...params })
  return {
    world,
    make: (params: object) => String(does('createMediaContainer', params).unwrap()['id']),
    statusOf: (mediaContainer: string) =>
      does('readMediaContainer', { mediaContainer, fields: 'status_code' }).unwrap()['status_code'],
    publish: (creation_id: string) => does('publishMediaContainer', { creation_id }),
  }
}

type Publisher = ReturnType<typeof publisher>

const album = ({ make }: Publisher): string => {
  const children = [1, 2].map(() => make({ image_url: image, is_carousel_item: true }))
  return make({ media_type: 'CAROUSEL', children: children.join(',') })
}

/** The parameters of each kind of media, and its seconds of processing with `{ image: 7, video: 90 }`. */
const kinds: readonly (readonly [kind: string, make: (client: Publisher) => string, seconds: number])[] = [
  ['an image', ({ make }) => make({ image_url: image }), 7],
  ['a story', ({ make }) => make({ media_type: 'STORIES', image_url: image }), 7],
  ['an album', album, 7],
  ['a reel', ({ make }) => make({ media_type: 'REELS', video_url: video }), 90],
]

describe('with the policy mediaProcessing', () => {
  test.each(kinds)(
    '%s is IN_PROGRESS until its time is over, and publishing it too early is 9007/2207027 ' +
      '(https://github.com/exileum/meta-mcp/issues/138)',
    (_kind, make, seconds) => {
      const client = publisher({ beyond: 'serve', mediaProcessing: { image: 7, video: 90 } })
      const container = make(client)
      client.world.clock.advance(seconds * 1_000 - 1)
      expect(client.statusOf(container)).toBe('IN_PROGRESS')
      expect(refusedBy(client.world, () => client.publish(container))).toMatchObject({
        ...{ code: 9007, subcode: 2207027, message: 'Media ID is not available' },
        userMessage: expect.stringContaining('not ready for publishing'),
      })
      client.world.clock.advance(1)
      expect(client.statusOf(container)).toBe('FINISHED')
      expect(client.publish(container).ok).toBe(true)
    },
  )

  test('an album is processed after its items', () => {
    const client = publisher({ beyond: 'serve', mediaProcessing: { image: 7, video: 90 } })
    const items = [1, 2].map(() => client.make({ image_url: image, is_carousel_item: true }))
    client.world.clock.advance('5s')
    const container = client.make({ media_type: 'CAROUSEL', children: items.join(',') })
    client.world.clock.advance('3s')
    expect([...items, container].map(client.statusOf)).toEqual(['FINISHED', 'FINISHED', 'IN_PROGRESS'])
  })

  test('a container that was not published in 24 hours is 24/2207008', () => {
    const client = publisher(platformPolicy)
    const container = client.make({ image_url: image })
    client.world.clock.advance('24h')
    expect(client.statusOf(container)).toBe('EXPIRED')
    expect(refusedBy(client.world, () => client.publish(container))).toMatchObject({
      ...{ code: 24, subcode: 2207008, message: 'The requested resource does not exist' },
    })
  })
})

test.each<[string, Partial<Policy>, readonly string[]]>([
  ['platformPolicy', platformPolicy, ['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS']],
  ['a policy without it', { beyond: 'serve' }, ['FINISHED', 'FINISHED', 'FINISHED', 'IN_PROGRESS']],
  [
    'no time',
    { beyond: 'serve', mediaProcessing: { image: 0, video: 0 } },
    ['FINISHED', 'FINISHED', 'FINISHED', 'FINISHED'],
  ],
])('at once, with %s', (_title, policy, statuses) => {
  const client = publisher(policy)
  expect(kinds.map(([, make]) => client.statusOf(make(client)))).toEqual(statuses)
})

test.each<[Partial<Policy>, RegExp]>([
  [{ mediaProcessing: { image: -1, video: 1 } }, /mediaProcessing.image must be a whole number from 0/],
  [{ mediaProcessing: { image: 1 } as never }, /mediaProcessing.video must be a whole number/],
  [{ mediaProcessing: 5 as never }, /mediaProcessing must be an object with the members image, video, got 5/],
])('a wrong time is refused: %j', (policy, message) => {
  expect(() => publisher({ beyond: 'serve', ...policy })).toThrow(message)
})
