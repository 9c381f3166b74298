import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { built } from './build.mjs'
import { quick } from './measure.mjs'

const RUNS = quick ? 100 : 1_000

/** What each process of a program keeps in its modules, so that a process which is not freed shows: a megabyte. */
const kept = `const kept = new Array(125_000).fill(process.pid)
setInterval(() => kept, 60_000)
`

const programs = {
  'a program with an interval': kept,
  'the same, which listens for SIGTERM': `${kept}process.on('SIGTERM', () => kept)`,
  'the same, with a server and a listener for errors': `${kept}process.on('uncaughtException', () => kept)
require('node:http').createServer((request, response) => response.end(String(kept.length))).listen(3000)`,
}

/** Explores a program, and prints the kilobytes of the heap after a collection: before and after its runs. */
async function measure(root) {
  const { defineExploration } = await built('explore/define-exploration.js')
  const { explore } = await built('explore/explore.js')
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      globalThis.gc()
    }
    return Math.round(process.memoryUsage().heapUsed / 1_000)
  }
  const config = { name: 'memory', root, program: 'main.cjs', stories: false, environment: ['lead'] }
  const explored = (runs) =>
    explore(defineExploration({ ...config, runs, eventually: { 'the run ends': () => true } }))
  await explored(5)
  const before = await settle()
  const { runs } = await explored(RUNS)
  process.stdout.write(JSON.stringify({ runs, before, after: await settle() }))
  process.exit(0)
}

if (process.argv[2] === '--explore') await measure(process.argv[3])

/** The heap that 1,000 runs leave, by program: each in a fresh process. */
export function rows() {
  return Object.entries(programs).map(([name, main]) => {
    const root = mkdtempSync(join(tmpdir(), 'fauxgraph-memory-'))
    try {
      symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'))
      writeFileSync(join(root, 'main.cjs'), main)
      const words = ['--expose-gc', '--no-warnings', fileURLToPath(import.meta.url), '--explore', root]
      const { runs, before, after } = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))
      const note = `${runs} runs; ${before} KB before them`
      return { row: `${name}: kept`, size: runs, kilobytes: after - before, goal: '≤ 10,000 KB', note }
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })
}
