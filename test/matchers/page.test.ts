import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toSucceed } from '../../src/front/runners/answers.ts'
import { toHavePublished } from '../../src/front/runners/published.ts'
import { worldMatchers } from '../../src/front/runners/world-matchers.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { exampleText, pageOf, textBlock } from '../docs/blocks.ts'

/*
 * The examples of docs/matchers.md are tests of this folder. After a change, renew the page with
 *
 *   FAUXGRAPH_DOCS=renew npx vitest run test/matchers
 */
const path = 'docs/matchers.md'
const { text: page, blocks } = pageOf(path)

test('the page has an example of each matcher, and names each assertion', () => {
  const regions = blocks.map(([file]) => file.split('#')[1])
  expect(regions).toEqual(['imports', ...Object.keys(worldMatchers), undefined])
  expect(page.match(/^```ts$/gm)).toHaveLength(blocks.length)
  const assertions = [
    ...readFileSync('src/front/runners/node-test/assertions.ts', 'utf8').matchAll(/^export function (\w+)/gm),
  ]
  expect(assertions.length).toBe(Object.keys(worldMatchers).length)
  for (const [, name] of assertions) expect(page).toContain(`\`${name}\``)
})

test.each(blocks)('%s: the page has the same text', (file, code) => {
  expect(code, 'renew it with FAUXGRAPH_DOCS=renew').toBe(exampleText(file))
})

test('the assertions of node:test pass', async () => {
  await import('./assertions.ts')
})

const world = createWorld({ starter: { publications: false } })
const { page: id, pageToken, noPermissionToken } = world.names
world.as(pageToken).publishPost({ page: id, message: 'Twice' }).unwrap()
world.as(pageToken).publishPost({ page: id, message: 'Twice' }).unwrap()
const refused = world.as(noPermissionToken).publishPost({ page: id, message: 'hi' })

test.each([
  ['toSucceed', () => toSucceed(refused)],
  ['toHavePublished', () => toHavePublished(world, { message: 'Twice' }, Object.is)],
])('the page has the message of %s', (name, run) => {
  const { pass, message } = run()
  expect(pass).toBe(false)
  expect(textBlock(path, `message of ${name}`, message())).toBe(message())
})
