import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM'],
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
}

/** Two programs of the same task: one takes its types from the package, the other has its own. */
const programs = {
  with: `import { createWorld, type Post } from 'fauxgraph'
const world = createWorld()
const { page, pageToken } = world.starter()
export const posts: Post[] = world.as(pageToken).listPageFeed({ page }).unwrap().data
`,
  without: `interface Post { readonly id: string; readonly message?: string }
const answer = await fetch('https://graph.test/feed')
const { data }: { data: Post[] } = await answer.json()
export const posts: Post[] = data
`,
}

const ROUNDS = 7

/** The least seconds of `tsc`, of seven runs, for a consumer with the package and for one without it. */
export function compileTimes(packed, folder, compilers) {
  mkdirSync(folder)
  const run = (program, args) => spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of Object.keys(programs)) {
    writeFileSync(join(folder, `${name}.ts`), programs[name])
    const settings = { compilerOptions, files: [`${name}.ts`] }
    writeFileSync(join(folder, `tsconfig.${name}.json`), JSON.stringify(settings))
  }
  return compilers.map((compiler) => {
    run('npm', ['install', '--no-audit', '--no-fund', packed, '@types/node@20', compiler])
    const seconds = (name) => {
      const began = performance.now()
      const { status, stdout } = run('node_modules/.bin/tsc', ['-p', `tsconfig.${name}.json`])
      if (status !== 0) throw new Error(`${compiler} does not compile ${name}.ts: ${stdout}`)
      return (performance.now() - began) / 1000
    }
    // In turns, so that a busy minute of the machine slows both.
    const rounds = Array.from({ length: ROUNDS }, () => ({ own: seconds('with'), other: seconds('without') }))
    return {
      compiler,
      with: Math.min(...rounds.map(({ own }) => own)),
      without: Math.min(...rounds.map(({ other }) => other)),
    }
  })
}
