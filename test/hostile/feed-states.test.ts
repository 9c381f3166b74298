import { expect, test } from 'vitest'
import { createWorld } from '../../src/index.ts'
import { cpuOfBoth } from './cost.ts'

const world = createWorld({ history: 'off' })
const { page, pageToken: token } = world.starter()
for (let at = 0; at < 20_000; at++) world.actions.addPagePost({ page, message: 'x' }).unwrap()

/** Reads the feed in each call of a batch; the numbers of posts that the calls return. */
function postsRead(isPublished: boolean): number[] {
  const call = { relative_url: `${page}/feed?is_published=${isPublished}&limit=1` }
  const { body } = world.request({
    method: 'POST',
    url: `/?access_token=${token}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ batch: Array(50).fill(call) }),
  })
  const parts = JSON.parse(String(body)) as { body: string }[]
  return parts.map(({ body: text }) => (JSON.parse(text) as { data: unknown[] }).data.length)
}

test('a read of the unpublished posts does not walk the published ones', () => {
  const [published, unpublished] = [true, false].map(postsRead)
  expect(published).toEqual(Array(50).fill(1))
  expect(unpublished).toEqual(Array(50).fill(0))
  const [unpublishedCost, publishedCost] = cpuOfBoth(
    () => postsRead(false),
    () => postsRead(true),
    3,
  )
  expect(unpublishedCost).toBeLessThan(4 * publishedCost)
})
