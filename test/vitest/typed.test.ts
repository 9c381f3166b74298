import { expect } from 'vitest'
import {
  type NodeWorldTest,
  nodeWorldTest as nodeTest,
  type WorldContext,
} from '../../src/front/runners/node-test/test.ts'
import { test } from '../../src/front/runners/vitest/index.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { notesArea } from '../service/area/notes.ts'

// What this file shows is that it compiles, under the settings of `npm run typecheck`: no `!`, and no cast.

const withArea = test.baseline(() => createWorld({ areas: [notesArea], starter: true }))

test('the names of the starter world are there', ({ world }) => {
  const page: string = world.names.page
  expect(world.fork().names.page).toBe(page)
})

withArea('the world of a test has the calls and actions of its area, and names', ({ world }) => {
  const { page, pageToken } = world.names
  const note: string = world.as(pageToken).writeNote({ page, text: 'typed' }).unwrap().id
  expect(
    world
      .as(pageToken)
      .readNote({ note, fields: ['text'] })
      .unwrap().text,
  ).toBe('typed')
  expect(world.actions.expireNote({ note: Number(note) })).toSucceed()
  expect(world.events.of('notes.written')).toHaveLength(1)
  // @ts-expect-error there is no such call
  expect(world.as(pageToken).writeNotes).toBeUndefined()
})

test.baseline(() => createWorld({ areas: [notesArea] }))('a world without names says so', ({ world }) => {
  // @ts-expect-error the baseline has no starter
  expect(() => world.names.page).toThrow(TypeError)
})

test('createWorld with starter has names, and checks the option', () => {
  const page: string = createWorld({ starter: { publications: false } }).names.page
  const plain = createWorld()
  expect(plain.starter({ publications: false }).page).toBe(page)
  expect(createWorld({ starter: { publications: false } }).hash('full')).toBe(plain.hash('full'))
  expect(createWorld({ starter: false }).names).toBeUndefined()
  expect(() => createWorld({ starter: 'yes' as never })).toThrow(
    'The option starter takes an object of options',
  )
  expect(() => createWorld({ starter: { publication: false } as never })).toThrow(
    'did you mean publications?',
  )
  // @ts-expect-error it may have none
  expect(() => createWorld().names.page).toThrow(TypeError)
})

/** The tests of `node:test` are compiled, and not run here. */
export const compiled = (): NodeWorldTest<World<typeof notesArea>> => {
  nodeTest('names', ({ world, intercept }: WorldContext) => intercept().then(() => world.names.page.length))
  const typed = nodeTest.baseline(() => createWorld({ areas: [notesArea] }))
  typed('area', (context) =>
    context.test('inner', ({ world }) => world.as('token').writeNote({ page: '1', text: 'x' }).unwrap().id),
  )
  return typed
}
