import { expect, test } from 'vitest'
import { exploreFiles, keeper } from './scratch.ts'

/**
 * A scheduler that keeps its jobs in its module, as node-schedule does, behind a package that waits: jobs of
 * processes that are gone are still there when the next process adds its own.
 */
const scheduler = {
  'app/node_modules/long-wait/package.json':
    '{ "name": "long-wait", "version": "1.0.0", "main": "index.js" }',
  'app/node_modules/long-wait/index.js': 'exports.wait = (work, ms) => setTimeout(work, ms)',
  'app/node_modules/@jobs/keeper/package.json':
    '{ "name": "@jobs/keeper", "version": "1.0.0", "main": "index.js" }',
  'app/node_modules/@jobs/keeper/index.js': `const { wait } = require('long-wait')
const jobs = []
const tick = () => {
  for (const job of jobs) job()
  wait(tick, 600_000)
}
exports.schedule = (job) => {
  if (jobs.push(job) === 1) return wait(tick, 600_000)
  wait(tick, 600_000)
}`,
}

const main = `import jobs from '@jobs/keeper'
const { FORM, TOKEN } = process.env
const sent = new Set()
async function copy() {
  let next = 'https://graph.facebook.com/' + FORM + '/leads?access_token=' + TOKEN
  while (next !== undefined) {
    const { data, paging } = await (await fetch(next)).json()
    for (const { id } of data) {
      if (sent.has(id)) continue
      const answer = await fetch('https://kept.example/', { method: 'POST', body: id })
      if (answer.ok) sent.add(id)
    }
    next = paging?.next
  }
}
jobs.schedule(() => copy().catch(() => {}))`

const explored = (fresh?: string[]) => {
  const { others, mirror } = keeper()
  return exploreFiles(
    { 'app/main.mjs': main, ...scheduler },
    { others, mirror, runs: 6, ...(fresh && { fresh }) },
  )
}

test('a package that keeps the jobs of dead processes is found, loaded afresh, and named', async () => {
  const { ok, failures, nondeterminism, warnings } = await explored()
  expect(failures.map(({ text }) => text)).toEqual([])
  expect(nondeterminism).toBeUndefined()
  expect(warnings).toEqual([
    'timers of long-wait, @jobs/keeper outlived their process, so each process loads the package afresh: ' +
      "write fresh: ['long-wait', '@jobs/keeper'] in defineExploration",
  ])
  expect(ok).toBe(true)
})

test('a package that is named in fresh needs no warning', async () => {
  const { ok, warnings } = await explored(['@jobs/keeper', 'long-wait'])
  expect(warnings).toEqual([])
  expect(ok).toBe(true)
})
