import { expect, test } from 'vitest'
import { renderQueue } from '../../../src/server/http/render-queue.ts'
import type { RenderedPicture } from '../../../src/server/picture-renderer.ts'
import { bounds } from '../../../src/service/contract/bounds.ts'

const size = { width: 2, height: 1 }
const original = (name: string, length = 10) => new Uint8Array(length).fill(name.charCodeAt(0))
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A renderer that finishes a picture when the test says so. */
function manualRenderer(resultBytes = 1) {
  const started: string[] = []
  const finishers: (() => void)[] = []
  const render = (bytes: Uint8Array): Promise<RenderedPicture> => {
    started.push(String.fromCharCode(bytes[0] ?? 0))
    return new Promise((resolve) =>
      finishers.push(() => resolve({ bytes: new Uint8Array(resultBytes), contentType: 'image/png' })),
    )
  }
  const finish = async () => {
    finishers.shift()?.()
    await settle()
  }
  return { render, started, finish }
}

test('one picture is rendered at a time, in the order of the requests', async () => {
  const { render, started, finish } = manualRenderer()
  const resize = renderQueue(render)
  const results = ['a', 'b', 'c'].map((name) => resize(original(name), size))
  await settle()
  expect(started).toEqual(['a'])
  await finish()
  expect(started).toEqual(['a', 'b'])
  await finish()
  await finish()
  expect(await Promise.all(results)).toHaveLength(3)
})

test('requests for the same picture and size that wait share one render', async () => {
  const { render, started, finish } = manualRenderer()
  const resize = renderQueue(render)
  const results = Array.from({ length: 8 }, () => resize(original('a'), size))
  await settle()
  await finish()
  const [first] = await Promise.all(results)
  expect(await results[7]).toBe(first)
  expect(started).toEqual(['a'])
  const other = resize(original('a'), { width: 1, height: 1 })
  await settle()
  await finish()
  expect(await other).toBeDefined()
  expect(started).toEqual(['a', 'a'])
})

test('a picture that cannot be rendered has no result', async () => {
  const resize = renderQueue(async () => {
    throw new Error('Input buffer contains unsupported image format')
  })
  expect(await resize(original('a'), size)).toBeUndefined()
})

test.each([
  [30, ['object', 'object', 'object']],
  [29, ['object', 'object', 'string']],
])('with room for %d bytes, three pictures of 10 bytes wait or not', async (waitingBytesMax, kinds) => {
  const { render, finish } = manualRenderer()
  const resize = renderQueue(render, waitingBytesMax)
  const results = ['a', 'b', 'c'].map((name) => resize(original(name), size))
  await settle()
  for (let turn = 0; turn < 3; turn++) await finish()
  expect((await Promise.all(results)).map((result) => typeof result)).toEqual(kinds)
  const next = resize(original('d'), size)
  await settle()
  await finish()
  expect(await next).not.toBe('busy')
})

test('a picture larger than the room is rendered if no other waits', async () => {
  const { render, finish } = manualRenderer()
  const result = renderQueue(render, 5)(original('a'), size)
  await settle()
  await finish()
  expect(await result).not.toBe('busy')
})

test('the bound is 64 MiB of waiting pictures', () => {
  expect(bounds.waitingPictureBytesMax).toBe(67_108_864)
})
