import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transformWithOxc } from 'vite'

const programs = fileURLToPath(new URL('programs', import.meta.url))

/** Programs of `test/programs` that are loaded unmodified: one for each database, and one without. */
export const unmodified = ['lead-relay', 'lead-intake', 'lead-totals', 'post-archive']

/** What the exploration of a program without a configuration says. */
const relay = `import { defineExploration } from 'fauxgraph/explore'

let contacts = []
export const options = defineExploration({
  program: 'main.ts',
  webhook: 'http://localhost:3000/webhooks/facebook',
  env: ({ names }) => ({ PAGE_TOKEN: names.pageToken, PORT: '3000' }),
  others: () => {
    contacts = []
    return {
      'https://crm.example': async (request) => {
        contacts.push((await request.json()).id)
        return new Response(null, { status: 204 })
      },
    }
  },
  mirror: { contacts: () => contacts },
})
`

/** What must be built for the programs: their bugs, and what copies a program with one of them. */
export const inputsOf = (names) =>
  Object.fromEntries([
    ['copy', join(programs, 'copy.ts')],
    ...names
      .filter((name) => name !== 'lead-relay')
      .map((name) => [`programs/${name}`, join(programs, name, 'bugs.ts')]),
  ])

/** Reads the configuration of a program as JavaScript that imports the package. */
async function configOf(name) {
  const path = join(programs, name, 'fauxgraph.config.ts')
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path)
  return code.replace(/"[./]+src\/explore\/index\.ts"/, "'fauxgraph/explore'")
}

async function copyWithBug(dist, name, folder) {
  const { bugs } = await import(pathToFileURL(join(dist, 'programs', `${name}.js`)).href)
  const { copyProgram } = await import(pathToFileURL(join(dist, 'copy.js')).href)
  copyProgram(programs, name, folder, bugs[0])
}

/**
 * Copies a program with its first bug into a folder, with a module beside it that exports the options of its
 * exploration. `dist` is the folder of what was built.
 */
export async function writeProgram(dist, name, folder) {
  mkdirSync(folder)
  if (name === 'lead-relay') cpSync(join(programs, name), folder, { recursive: true })
  else await copyWithBug(dist, name, folder)
  writeFileSync(join(folder, 'config.mjs'), name === 'lead-relay' ? relay : await configOf(name))
  const module = `import { options } from './config.mjs'
export default { ...options, kinds: 1, stories: 'stories' }
`
  writeFileSync(join(folder, 'explore.mjs'), module)
}
