import { expect, test } from 'vitest'
import { defineExploration } from '../../../src/explore/define-exploration.ts'
import { replayStory } from '../../../src/explore/replay-story.ts'
import type { StoryStep } from '../../../src/explore/search/story/story.ts'
import { isLong, sample } from '../../chance.ts'
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

/** Programs that copy leads every ten minutes or more often, and the names of their periodic work. */
const programs: [what: string, main: string, name: string | RegExp][] = [
  ['setInterval', `setInterval(copy, 5_000)`, 'copy'],
  [
    'a timeout that sets itself',
    `const poll = async () => { await copy(); setTimeout(poll, 5_000) }\npoll()`,
    'poll',
  ],
  [
    'a timeout that sets itself before it works',
    `function poll() { setTimeout(poll, 5_000); void copy() }\npoll()`,
    'poll',
  ],
  ['a loop that sleeps', `for (;;) {\n await copy()\n await sleep(5_000)\n}`, 'main.mjs'],
  [
    'a loop that sleeps in a function of its own',
    `async function turn() { await copy(); await sleep(5_000) }
     async function loop() { for (;;) await turn() }
     void loop()`,
    'loop',
  ],
  [
    'loops beside each other',
    `async function loop(ms) { for (;;) { await copy(); await sleep(ms) } }
     void loop(5_000)\nvoid loop(7_000)`,
    'loop',
  ],
  [
    'an interval of node:timers/promises',
    `import { setInterval } from 'node:timers/promises'\nfor await (const _ of setInterval(5_000)) await copy()`,
    'timer',
  ],
  [
    'node-cron 3',
    `import cron from 'node-cron-3'\ncron.schedule('*/10 * * * *', copy)`,
    /^node-cron(?:-3)?$/,
  ],
  ['node-cron 4', `import cron from 'node-cron'\ncron.schedule('*/10 * * * *', copy)`, /^node-cron(?:-3)?$/],
  ['croner', `import { Cron } from 'croner'\nnew Cron('*/10 * * * *', copy)`, 'croner'],
  [
    'cron',
    `import { CronJob } from 'cron'\nCronJob.from({ cronTime: '0 */10 * * * *', onTick: copy, start: true })`,
    'cron',
  ],
  [
    'toad-scheduler',
    `import toad from 'toad-scheduler'
     const { AsyncTask, SimpleIntervalJob, ToadScheduler } = toad
     new ToadScheduler().addSimpleIntervalJob(new SimpleIntervalJob({ seconds: 5 }, new AsyncTask('copy', copy)))`,
    'toad-scheduler',
  ],
  [
    'p-queue',
    `import PQueue from 'p-queue'
     const queue = new PQueue({ concurrency: 1, interval: 1_000, intervalCap: 2 })
     setInterval(() => queue.add(copy), 5_000)`,
    'add',
  ],
]

const filesOf = (main: string): Files => ({
  'main.mjs': `import { copy } from './copy.mjs'\nimport { sleep } from './sleep.mjs'\n\n${main}`,
  'copy.mjs': copyAll,
  'sleep.mjs': sleep,
})

const env = ({ names }: { names: { form: string; pageToken: string } }) => ({
  FORM: names.form,
  TOKEN: names.pageToken,
})

/** The packages that keep their jobs in a module. */
const fresh = ['node-cron', 'node-cron-3']

/** Plays a story of a program, and returns the lines of the replay and what the program sent. */
async function replayed(main: string, steps: StoryStep[]) {
  const { others, mirror, ever } = keeper()
  const root = writeProgram(filesOf(main))
  const options = defineExploration({
    ...{ name: 'timers', root, program: 'main.mjs', stories: false },
    ...{ env, others, mirror, fresh },
  })
  const { text, ok } = await replayStory(options, { steps, marks: [] })
  return { text, ok, sent: ever() }
}

/** The programs of a short test: node-cron 3 looks at the clock every second of virtual time, which takes long. */
const usual = programs.filter(([what]) => isLong || what !== 'node-cron 3')

const startsOf = (text: string) => [...text.matchAll(/^ {2}(\S+ \S+) {2}(.+)#\d+ starts/gm)]

test.each(sample(usual, 6))(
  '%s is periodic work, whose turns are left out while nothing changes',
  async (_, main, name) => {
    const { text, ok } = await replayed(main, [{ do: 'wait', milliseconds: 61 * 86_400_000 }])
    const names = [...new Set(startsOf(text).map(([, , started]) => started))]
    expect(names).toContainEqual(typeof name === 'string' ? name : expect.stringMatching(name))
    expect(text.split('\n').length).toBeLessThan(600)
    expect(ok).toBe(true)
  },
)

test.each(sample(usual.toReversed(), 6))('%s copies every lead in every run', async (_, main) => {
  const { others, mirror, ever } = keeper()
  const report = await exploreFiles(filesOf(main), {
    runs: isLong ? 10 : 3,
    others,
    mirror,
    fresh,
  })
  expect(report.failures.map(({ text }) => text)).toEqual([])
  expect(report.warnings).toEqual([])
  expect(report.ok).toBe(true)
  expect(ever().length).toBeGreaterThan(3)
})

// node-cron 3 takes half a minute here.
test.each(programs.filter(([what]) => isLong || what === 'toad-scheduler'))(
  'a program of %s that notes a lead before it is kept is found to lose it',
  async (_, main) => {
    const { others, mirror } = keeper()
    const { 'copy.mjs': right = '', ...files } = filesOf(main)
    const [post = '', noted = ''] = right.split('\n').filter((line) => /kept\.example|sent\.add/.test(line))
    const losing = right.replace(`${post}\n${noted}`, `${noted}\n${post}`)
    expect(losing).not.toBe(right)
    const { failures } = await exploreFiles(
      { ...files, 'copy.mjs': losing },
      { runs: 12, kinds: 1, others, mirror, fresh },
    )
    expect(failures.map(({ oracle }) => oracle)).toEqual(['baseline'])
  },
)
