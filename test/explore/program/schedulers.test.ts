import { expect, test } from 'vitest'
import { defineExploration } from '../../../src/explore/define-exploration.ts'
import { replayStory } from '../../../src/explore/replay-story.ts'
import { isLong } from '../../chance.ts'
import { exploreFiles, keeper, writeProgram } from './scratch.ts'

/* node-schedule, which makes up for turns that it missed. The other schedulers are tested in timers.test.ts. */

const copier = `const sent = new Set()
async function answer(url, init) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error('status ' + response.status)
  return response.json()
}
async function copyLeads() {
  const { FORM, TOKEN } = process.env
  let next = 'https://graph.facebook.com/' + FORM + '/leads?access_token=' + TOKEN
  while (next !== undefined) {
    const { data, paging } = await answer(next)
    for (const { id } of data) {
      if (sent.has(id)) continue
      const lead = await answer('https://graph.facebook.com/' + id + '?access_token=' + TOKEN)
      await answer('https://kept.example/', { method: 'POST', body: lead.id })
      sent.add(id)
    }
    next = paging?.next
  }
}
export const copy = () => copyLeads().catch(() => {})`

const schedulers: readonly (readonly [name: string, main: string])[] = [
  ['node-schedule', `import schedule from 'node-schedule'\nschedule.scheduleJob('0 */12 * * *', copy)`],
  [
    'node-schedule with a rule',
    `import schedule from 'node-schedule'
    const rule = new schedule.RecurrenceRule()
    rule.minute = 30
    rule.hour = [6, 18]
    schedule.scheduleJob(rule, copy)`,
  ],
]

const exploreWith = (main: string, copy = copier, runs = 2) => {
  const { others, mirror } = keeper()
  return exploreFiles(
    { 'main.mjs': `import { copy } from './copy.mjs'\n${main}`, 'copy.mjs': copy },
    { others, mirror, environment: ['lead'], runs },
  )
}

test.each(schedulers)('%s: a right program passes', { timeout: 120_000 }, async (_, main) => {
  const { ok, failures, warnings } = await exploreWith(main)
  expect(failures.map(({ text }) => text)).toEqual([])
  expect(warnings).toEqual([])
  expect(ok).toBe(true)
})

test.runIf(isLong)(
  'node-schedule: a program that notes a lead before it is kept is found to lose it',
  {
    timeout: 600_000,
  },
  async () => {
    const note = '      sent.add(id)\n'
    const post = "      await answer('https://kept.example/', { method: 'POST', body: lead.id })\n"
    const wrong = copier.replace(post + note, note + post)
    expect(wrong).not.toBe(copier)
    const [, main] = schedulers[0] ?? []
    const { failures } = await exploreWith(String(main), wrong, 60)
    expect(failures.map(({ oracle }) => oracle)).toEqual(['baseline'])
  },
)

test('node-schedule makes up for no turn in a long wait', { timeout: 120_000 }, async () => {
  const main = `import schedule from 'node-schedule'
const turns = []
schedule.scheduleJob('0 * * * *', () => {
  const now = Date.now()
  if (now - (turns.at(-1) ?? 0) < 3_599_000) throw new Error('two turns within an hour')
  turns.push(now)
})`
  const options = defineExploration({
    ...{ name: 'turns', root: writeProgram({ 'main.mjs': main }), program: 'main.mjs', stories: false },
    eventually: { 'it runs': () => true },
  })
  const milliseconds = (isLong ? 30 : 3) * 86_400_000
  const { text, ok } = await replayStory(options, { steps: [{ do: 'wait', milliseconds }], marks: [] })
  expect(text).not.toContain('two turns within an hour')
  expect(ok).toBe(true)
})
