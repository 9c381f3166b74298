import { expect, test } from 'vitest'
import { type ExploreOptions, replayStory } from '../../src/explore/index.ts'
import { job, mark, world } from './play.ts'
import { mirror, type Sut, syncs } from './programs.ts'

const sut: Sut = (context) => {
  const { jobs } = syncs((id) => id)(context)
  return { jobs: { 'lead sync': jobs?.['sync'] ?? { every: '1h', run() {} } } }
}

const replay = (...[steps, marks]: Parameters<typeof storyOf>) =>
  replayStory({ name: 'a test', world, sut, mirror, stories: false }, storyOf(steps, marks))

const storyOf = (steps: ReturnType<typeof job>[], marks: ReturnType<typeof mark>[] = []) => ({ steps, marks })

test('a story that starts an unknown job is played without it, and told to be stale', async () => {
  const { ok, text } = await replay([job('sync'), job('lead sync')])
  expect(ok).toBe(false)
  expect(text).toContain('lead sync#1 calls listFormLeads')
  expect(text).not.toContain('The story passes')
  expect(text).toContain(
    '✗ the story is stale and cannot be played: step 1: the code under test has no job or timer sync; ' +
      'it has lead sync. Put the names of now in the file, or delete it',
  )
})

test('a mark whose place the run never reaches is told', async () => {
  const refused = (nth: number) => mark(`lead sync#1/listFormLeads/${nth}`, { do: 'refused' })
  const { ok, text } = await replay([job('lead sync')], [refused(1), refused(9)])
  expect(ok).toBe(true)
  const unused = text.split('\n').filter((line) => line.startsWith('  without effect'))
  expect(unused).toEqual([
    '  without effect, because the run never came there: ' +
      '✂ at call 9 of listFormLeads by lead sync#1: the connection is refused',
  ])
})

test('a mark that acts at several calls is printed once, where it acts first', async () => {
  const outage = mark('lead sync#1/listFormLeads/1', { do: 'error', code: 2, for: 3 })
  const { text } = await replay([job('lead sync'), job('lead sync')], [outage])
  const refused = text.split('\n').filter((line) => /listFormLeads.* → 500, code 2$/.test(line))
  const marks = text.split('\n').filter((line) => line.includes('✂'))
  expect(refused.length).toBeGreaterThan(1)
  expect(marks.map((line) => line.trim())).toEqual([
    '✂ at call 1 of listFormLeads by lead sync#1: it is refused with code 2, and so are its like for 3 steps',
  ])
})

/** Reads the lead of the starter world, and stores its id and its form. */
const readsLead: Sut = ({ fetch, baseUrl, names, store }) => ({
  jobs: {
    'lead sync': {
      every: '1h',
      async run() {
        const answer = await fetch(
          `${baseUrl}/${names.lead}?fields=id,form_id&access_token=${names.pageToken}`,
        )
        if (answer.ok) await store.set('lead', await answer.json())
      },
    },
  },
})

test('a call that the harm of a limit refuses shows that limit at 100 %, and when it ends', async () => {
  const usage: (string | null)[] = []
  const reads: Sut = ({ fetch, baseUrl, names }) => ({
    jobs: {
      'lead sync': {
        every: '1h',
        async run() {
          const answer = await fetch(`${baseUrl}/${names.lead}?access_token=${names.pageToken}`)
          if (!answer.ok) usage.push(answer.headers.get('x-business-use-case-usage'))
        },
      },
    },
  })
  const marks = [mark('lead sync#1/readLead/1', { do: 'error', code: 80001 })]
  const options = { name: 'a test', world, sut: reads, mirror, stories: false as const }
  await replayStory(options, storyOf([job('lead sync')], marks))
  const limit = { type: 'pages', call_count: 100, estimated_time_to_regain_access: 1_440 }
  expect(usage.map((text) => Object.values(JSON.parse(text ?? '{}')))).toEqual([[[limit]]])
})

test('an object has the same name in the lines of calls and of mirrors', async () => {
  const rows: ExploreOptions['mirror'] = {
    leads: async ({ store }) => (await store.list()).map(([, row]) => row),
  }
  const options = { name: 'a test', world, sut: readsLead, mirror: rows, stories: false } as const
  const { text } = await replayStory(options, storyOf([job('lead sync')]))
  const { lead = '' } = world().names ?? {}
  expect(text).toContain(`lead sync#1 calls readLead: GET /${lead} `)
  expect(text).toContain(`leads: {form_id:form,id:${lead}}`)
  expect(text).toContain(`  ${lead} is the lead 'Grace Example'`)
})

test('a call of a job whose name has a space is told like any other', async () => {
  const { text } = await replay([job('lead sync')])
  expect(text).toMatch(/lead sync#1 calls listFormLeads: GET \/form\/leads/)
})
