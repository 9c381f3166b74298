import { expect, test } from 'vitest'
import { belowEach } from '../../../src/explore/play/ending.ts'

test('a photo that names its post in two columns is below the post once', () => {
  const post = { row: { id: 1, kind: 'posts', photos: ['2'] }, text: 'a post' }
  const photo = { row: { id: 2, kind: 'photos', story: '1', posts: ['1'] }, text: 'a photo' }
  expect(belowEach([post, photo])).toEqual(
    new Map([
      ['a post', ['a photo']],
      ['a photo', ['a post']],
    ]),
  )
})
