import { expect, test } from 'vitest'
import { toFetchHandler } from '../../../src/server/fetch.ts'
import { createWorld } from '../../../src/world/create-world.ts'

// The longest string of V8, in UTF-16 code units.
const STRING_LENGTH_MAX = 536_870_888
const CONTENT_BYTES = 40_000_000

test('a snapshot longer than the longest string streams, and has its hash', async () => {
  const world = createWorld({ history: 'off', pictureBytesMax: 1_000_000_000 })
  for (let place = 0; place < 11; place++) {
    const bytes = new Uint8Array(CONTENT_BYTES).fill(place)
    world.actions.registerUrl({ url: `https://img.test/${place}`, bytes } as never).unwrap()
  }
  const response = await toFetchHandler(world)(new Request('http://localhost/_sim/snapshot'))
  expect(response.status).toBe(200)
  let [length, head] = [0, '']
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (length === 0) head = new TextDecoder().decode(piece.subarray(0, 200))
    length += piece.length
  }
  expect(length).toBeGreaterThan(STRING_LENGTH_MAX)
  expect(head).toContain(`"hash":"${world.hash('full')}"`)
})
