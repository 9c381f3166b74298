import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleText, pageOf } from './docs/blocks.ts'

/*
 * Each block of code in docs/recipes is a copy of a file in test/clients/recipes. `npm run check -- recipes` runs the
 * files, because they need packages that the project does not have. After a change, renew the pages with
 *
 *   FAUXGRAPH_DOCS=renew npx vitest run test/recipes.test.ts
 */
const folder = 'test/clients/recipes'
const pages = readdirSync('docs/recipes').map((file) => ({ file, ...pageOf(`docs/recipes/${file}`) }))
const blocks = pages.flatMap((page) => page.blocks)

/** The files of a recipe that its page shows; the manifest only names the kind of modules. */
const filesOf = (recipe: string): string[] =>
  readdirSync(join(folder, recipe), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(package\.json|\..*)$/.test(entry.name))
    .map(({ name }) => `${folder}/${recipe}/${name}`)

test('the pages have every file of every recipe', () => {
  const files = readdirSync(folder).flatMap(filesOf)
  expect(files.length).toBeGreaterThan(20)
  expect(blocks.map(([file]) => file).sort()).toEqual(files.sort())
})

test.each(pages)('$file: every block of code comes from a file', ({ text, blocks: own }) => {
  // Commands of a shell without a file are for readers to type.
  const all = [...text.matchAll(/^```(\w+)$/gm)].filter(([, language]) => language !== 'sh')
  const shown = own.filter(([file]) => !file.endsWith('.sh'))
  expect(all).toHaveLength(shown.length)
})

test.each(blocks)('%s: the page has the same text', (file, code) => {
  expect(code, 'renew it with FAUXGRAPH_DOCS=renew').toBe(exampleText(file))
})

test('the index names every recipe', () => {
  const index = readFileSync('docs/recipes.md', 'utf8')
  const linked = [...index.matchAll(/\]\(recipes\/([^)#]+)(?:#[^)]*)?\)/g)].map(([, file]) => file)
  for (const { file, text, blocks: own } of pages) {
    expect(linked).toContain(file)
    const headings = own.length === 0 ? [] : [...text.matchAll(/^## (.*)$/gm)]
    expect(linked.filter((link) => link === file)).toHaveLength(Math.max(1, headings.length))
  }
})
