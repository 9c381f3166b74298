import { describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../../src/server/fetch.ts'
import { listen } from '../../../src/server/node/index.ts'
import { createWorld } from '../../../src/world/create-world.ts'

describe('listen', () => {
  test('without a world is a TypeError that says what to give', async () => {
    await expect(listen(undefined as never)).rejects.toThrow(TypeError)
    await expect(listen(undefined as never)).rejects.toThrow(
      'The first argument must be a world, such as createWorld(), got undefined',
    )
  })

  test.each([
    [{ prot: 8080 }, 'listen has no option "prot": did you mean port?'],
    [{ allowedHost: ['a.test'] }, 'listen has no option "allowedHost": did you mean allowedHosts?'],
    [8080, 'listen takes an object of options, got 8080'],
  ])('with the options %j is a TypeError', async (options, message) => {
    await expect(listen(createWorld(), options as never)).rejects.toThrow(TypeError)
    await expect(listen(createWorld(), options as never)).rejects.toThrow(message)
  })
})

test('a fetch handler without a world is a TypeError that says what to give', () => {
  expect(() => toFetchHandler(undefined as never)).toThrow('The first argument must be a world')
})
