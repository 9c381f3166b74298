/**
 * Builds the documentation as one static site: `npm run docs:site`.
 *
 * The site in `site/` holds the README, the guides with their pictures, the decision records, and the reference of
 * every export. TypeDoc makes it, and fails if an export has no doc comment or a link in one is broken. Then each
 * page is read: every link inside the site must lead to a file, and every anchor to an element.
 *
 * --walk FOLDER    reads the pages of a site that is built already
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { deadLinks } from './dead-links.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({ options: { walk: { type: 'string' } } })

/** TypeDoc needs a compiler in JavaScript, so both are installed beside the packages of the project. */
const typedoc = ['--yes', '--package', 'typedoc@0.28.20', '--package', 'typescript@6.0.3', 'typedoc']

if (values.walk === undefined) {
  const { status } = spawnSync('npx', typedoc, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
const { pages, links, dead } = deadLinks(values.walk ?? `${root}/site`)
for (const { page, link, why } of dead) console.log(`FAIL ${page}: ${link} ${why}`)
console.log(`${pages} pages, ${links} links inside the site, ${dead.length} dead`)
process.exitCode = dead.length > 0 || pages === 0 ? 1 : 0
