/**
 * Builds the documentation as one static site: `npm run docs:site`.
 *
 * The site in `site/` holds the README, the guides with their pictures, the decision records, and the reference of
 * every export. TypeDoc makes it, and fails if an export has no doc comment or a link in one is broken. To it comes
 * the playground, to which each example of an endpoint leads. Then each page is read: every link inside the site
 * must lead to a file, and every anchor to an element.
 *
 * --walk FOLDER    reads the pages of a site that is built already
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { runnerImport } from 'vite'
import { deadLinks } from './dead-links.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({ options: { walk: { type: 'string' } } })

/** TypeDoc needs a compiler in JavaScript, so both are installed beside the packages of the project. */
const typedoc = ['--yes', '--package', 'typedoc@0.28.20', '--package', 'typescript@6.0.3', 'typedoc']

/** Writes the page of the playground, and the links that lead there. */
async function addPlayground() {
  const files = ['test/site/playground/data.ts', 'test/site/playground/links.ts', '.build/playground.ts']
  const imports = await Promise.all(files.map((file) => runnerImport(`${root}${file}`)))
  const [{ playgroundData }, { addPlaygroundLinks }, { playgroundPage }] = imports.map(({ module }) => module)
  const data = playgroundData(root)
  const page = await playgroundPage(data)
  writeFileSync(`${root}site/playground.html`, page)
  const names = data.requests.map(({ name }) => name)
  const linked = addPlaygroundLinks(`${root}site`, names)
  for (const name of names.filter((one) => !linked.includes(one)))
    throw new Error(`No page of the site has an example of ${name}`)
  const size = Math.ceil(gzipSync(page).length / 1_000)
  console.log(
    `playground: ${names.length} requests, ${linked.length} examples lead there, ${size} KB compressed`,
  )
}

if (values.walk === undefined) {
  const { status } = spawnSync('npx', typedoc, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  await addPlayground()
}
const { pages, links, dead } = deadLinks(values.walk ?? `${root}/site`)
for (const { page, link, why } of dead) console.log(`FAIL ${page}: ${link} ${why}`)
console.log(`${pages} pages, ${links} links inside the site, ${dead.length} dead`)
process.exitCode = dead.length > 0 || pages === 0 ? 1 : 0
