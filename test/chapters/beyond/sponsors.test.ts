import { describe, expect, test } from 'vitest'
import { act, begin, call, type Scene } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken } = start

const uploaded = ({ world }: Scene, params: object): string => {
  const photo = { page, url: 'https://img.test/a.png', ...params }
  return String(call(world, pageToken, 'uploadPagePhoto', photo).unwrap()['post_id'])
}
const read = ({ world }: Scene, post: string) =>
  call(world, pageToken, 'readPost', { post, fields: 'sponsor_tags' }).unwrap()

describe('the sponsors of a post', () => {
  test('are the page that the upload of its photo named', () => {
    const sponsor = String(act(start.world, 'createPage', { name: 'Sponsor' }).unwrap()['id'])
    const post = uploaded(start, { sponsor_id: sponsor })
    expect(read(start, post)).toEqual({
      id: post,
      sponsor_tags: { data: [{ id: sponsor, name: 'Sponsor' }] },
    })
  })

  test('are missing without one', () => {
    const post = uploaded(start, {})
    expect(read(start, post)).toEqual({ id: post })
  })
})
