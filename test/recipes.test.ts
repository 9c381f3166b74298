import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exampleText, pageOf } from './docs/blocks.ts'

/*
 * Each block of JavaScript in docs/recipes.md is a copy of a file in test/clients/recipes. `npm run test:proxy` runs
 * them, because they need packages that the project does not have. After a change, renew the page with
 *
 *   FAUXGRAPH_DOCS=renew npx vitest run test/recipes.test.ts
 */
const { text, blocks } = pageOf('docs/recipes.md')

test('the page has every recipe, and every block of JavaScript comes from one', () => {
  const files = readdirSync('test/clients/recipes').map((file) => `test/clients/recipes/${file}`)
  expect(blocks.map(([file]) => file).sort()).toEqual(files.sort())
  expect(text.match(/^```(ts|js|typescript|javascript)\b/gm)).toHaveLength(blocks.length)
})

test.each(blocks)('%s: the page has the same text', (file, code) => {
  expect(code, 'renew it with FAUXGRAPH_DOCS=renew').toBe(exampleText(file))
})
