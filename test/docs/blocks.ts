import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Whether pages are renewed, instead of compared. */
const renews = process.env['FAUXGRAPH_DOCS'] === 'renew'

const block = /<!-- (test\/[\w./-]+(?:#[\w-]+)?) -->\n```(?!text)(\w+)\n(.*?)```/gs

/** The part of a text between the lines `// #region NAME` and `// #endregion`. */
function regionOf(text: string, name: string): string {
  const start = `// #region ${name}\n`
  const from = text.indexOf(start) + start.length
  return from < start.length ? '' : text.slice(from, text.indexOf('// #endregion', from))
}

/**
 * The text of an example as a user writes it: with imports from the package. `file#name` is a region of a
 * file.
 */
export function exampleText(place: string): string {
  const [file = '', region] = place.split('#')
  const text = readFileSync(join(root, file), 'utf8')
  return (region === undefined ? text : `${regionOf(text, region).trimEnd()}\n`)
    .replaceAll(/'(?:\.\.\/){2,3}src\/service\/area\/index\.ts'/g, `'fauxgraph/area'`)
    .replaceAll(/'(?:\.\.\/){2,3}src\/index\.ts'/g, `'fauxgraph'`)
    .replaceAll(/'(?:\.\.\/){2,3}src\/explore\/index\.ts'/g, `'fauxgraph/explore'`)
    .replaceAll(`'../../src/front/runners/vitest/index.ts'`, `'fauxgraph/vitest'`)
    .replaceAll(`'../../src/front/runners/node-test/assertions.ts'`, `'fauxgraph/node-test'`)
    .replaceAll(`'../../src/simulation/index.ts'`, `'fauxgraph/simulation'`)
    .replaceAll(`'../../src/scenario/index.ts'`, `'fauxgraph/scenario'`)
    .replaceAll(`'../../src/server/node/index.ts'`, `'fauxgraph/node'`)
}

/** A page, whose blocks of code are copies of files that the lines above them name. */
export function pageOf(path: string) {
  const page = readFileSync(join(root, path), 'utf8')
  if (renews) {
    const renewed = page.replaceAll(
      block,
      (_, file: string, language: string) =>
        `<!-- ${file} -->\n\`\`\`${language}\n${exampleText(file)}\`\`\``,
    )
    writeFileSync(join(root, path), renewed)
  }
  const text = readFileSync(join(root, path), 'utf8')
  const blocks = [...text.matchAll(block)].map(([, file = '', , code = '']) => [file, code] as const)
  return { text, blocks }
}

/** The text block below a marker of a page. */
export function textBlock(path: string, marker: string, expected: string): string | undefined {
  const full = join(root, path)
  const page = readFileSync(full, 'utf8')
  const start = `<!-- ${marker} -->\n\`\`\`text\n`
  const from = page.indexOf(start) + start.length
  const to = page.indexOf('```', from)
  if (from < start.length || to < 0) return undefined
  if (renews) writeFileSync(full, `${page.slice(0, from)}${expected}\n${page.slice(to)}`)
  return renews ? expected : page.slice(from, to).trimEnd()
}
