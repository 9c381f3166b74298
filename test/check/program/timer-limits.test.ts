import { expect, test } from 'vitest'
import { defineExploration } from '../../../src/check/define-exploration.ts'
import { replayStory } from '../../../src/check/replay-story.ts'
import type { StoryStep } from '../../../src/check/story.ts'
import { exploreFiles, type Files, keeper, writeProgram } from './scratch.ts'

/** Copies the leads of a form to a service, each once in the life of a process. */
const copyAll = `const sent = new Set()
async function answer(url, init) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error('status ' + response.status)
  return response.json()
}
export async function copyLeads() {
  const { FORM, TOKEN } = process.env
  let next = 'https://graph.facebook.com/' + FORM + '/leads?access_token=' + TOKEN
  while (next !== undefined) {
    const { data, paging } = await answer(next)
    for (const { id } of data) {
      if (sent.has(id)) continue
      await answer('https://kept.example/', { method: 'POST', body: id })
      sent.add(id)
    }
    next = paging?.next
  }
}
export const copy = () => copyLeads().catch(() => {})`

const sleep = `export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))`

const filesOf = (main: string): Files => ({
  'main.mjs': `import { copy } from './copy.mjs'\nimport { sleep } from './sleep.mjs'\n\n${main}`,
  'copy.mjs': copyAll,
  'sleep.mjs': sleep,
})

const env = ({ names }: { names: { form: string; pageToken: string } }) => ({
  FORM: names.form,
  TOKEN: names.pageToken,
})

/** Plays a story of a program, and returns the lines of the replay and what the program sent. */
async function replayed(main: string, steps: StoryStep[]) {
  const { others, mirror, ever } = keeper()
  const root = writeProgram(filesOf(main))
  const options = defineExploration({
    ...{ name: 'timers', root, program: 'main.mjs', stories: false },
    ...{ env, others, mirror, fresh: ['node-cron-4'] },
  })
  const { text, ok } = await replayStory(options, { steps, marks: [] })
  return { text, ok, sent: ever() }
}

test.each<[what: string, main: string, message: RegExp]>([
  [
    'sets a million timers',
    `for (let count = 0; count < 1_000_000; count++) setTimeout(copy, 60_000)`,
    /main#1 set a timer at .*main\.mjs:4 while 10000 others waited/,
  ],
  [
    'sets a timer of 0 ms again and again',
    `const again = () => setTimeout(again, 0)\nagain()`,
    /more than 5000 timers fired within a minute, the last at .*main\.mjs:4/,
  ],
  [
    'sleeps 0 ms in a loop',
    `for (;;) await sleep(0)`,
    /more than 5000 timers fired within a minute, the last at .*main\.mjs:4/,
  ],
  [
    'sets another interval in each turn of an interval',
    `const grow = () => setInterval(grow, 1_000)\ngrow()`,
    /grow at .*main\.mjs:4 is one of more than 1000 intervals at once: clear those that are over/,
  ],
  [
    'throws in an interval',
    `setInterval(() => { throw new Error('no such lead') }, 1_000)`,
    /no such lead at .*main\.mjs:4/,
  ],
  [
    'rejects in an interval',
    `setInterval(async () => { throw new Error('no such lead') }, 1_000)`,
    /no such lead at .*main\.mjs:4/,
  ],
])('a program that %s is stopped, and its place is named', async (_, main, message) => {
  const { others, mirror } = keeper()
  const report = await exploreFiles(filesOf(main), { runs: 3, others, mirror })
  expect(report.ok).toBe(false)
  expect(report.failures[0]?.text).toMatch(message)
})

test('a rejection that the program handles elsewhere is no error of the interval', async () => {
  const main = `let last
    setInterval(() => { last = Promise.reject(new Error('later')); last.catch(() => {}); return last }, 60_000)`
  const { ok } = await replayed(main, [{ do: 'wait', milliseconds: 3_600_000 }])
  expect(ok).toBe(true)
})

test('periodic work has the same name after its process died, and its numbers go on', async () => {
  const { others, mirror } = keeper()
  const root = writeProgram(filesOf('setInterval(function poll() { return copy() }, 60_000)'))
  const options = defineExploration({
    ...{ name: 'timers', root, program: 'main.mjs', stories: false },
    ...{ env, others, mirror },
  })
  const { text } = await replayStory(options, {
    steps: [
      { do: 'job', job: 'poll' },
      { do: 'job', job: 'poll' },
    ],
    marks: [{ at: 'poll#1/listFormLeads/1', harm: { do: 'dies before' } }],
  })
  expect(text).toMatch(/poll#1 starts[\s\S]*the process dies[\s\S]*main#2 starts[\s\S]*poll#2 starts/)
})

test('a daily lead of a cron job that loses what a death interrupts is found', async () => {
  const { others, mirror } = keeper()
  const main = `import { Cron } from 'croner'\nimport { existsSync } from 'node:fs'
    let last = Date.now()
    new Cron('*/10 * * * *', async () => {
      const { FORM, TOKEN } = process.env
      const response = await fetch('https://graph.facebook.com/' + FORM + '/leads?access_token=' + TOKEN)
      if (!response.ok) return
      const { data } = await response.json()
      const fresh = data.filter(({ created_time }) => Date.parse(created_time) > last - 1_000)
      last = Date.now()
      for (const { id } of fresh) await fetch('https://kept.example/', { method: 'POST', body: id })
    })`
  const report = await exploreFiles(filesOf(main), { runs: 60, others, mirror })
  expect(report.failures.map(({ kind }) => kind).join()).toMatch(/lost/)
})
