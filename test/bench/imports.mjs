import { spawnSync } from 'node:child_process'
import { median, quick } from './measure.mjs'

const core = process.env.BENCH_DIST
  ? `file://${process.env.BENCH_DIST}/index.js`
  : new URL('../../dist/index.js', import.meta.url).href
const zod = new URL('../../node_modules/zod/index.js', import.meta.url).href

function coldImport(url) {
  const script = `const from = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - from)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return Number(stdout)
}

/** Importing the core in a fresh process against importing zod alone, in turns. */
export async function rows() {
  const [ours, theirs] = [[], []]
  for (let round = 0; round < (quick ? 7 : 21); round++) {
    ours.push(coldImport(core))
    theirs.push(coldImport(zod))
  }
  const [mine, alone] = [median(ours), median(theirs)]
  return [
    { row: 'import of the core', milliseconds: mine, against: 'importing zod alone', ratio: mine / alone },
    { row: 'import of zod', milliseconds: alone },
    { row: 'import of the core beyond zod', milliseconds: mine - alone, goal: '≤ 30 ms' },
  ]
}
