import { expect, test } from 'vitest'
import { staleIn } from '../../src/explore/search/story/stale.ts'
import type { Mark, StoryStep } from '../../src/explore/search/story/story.ts'
import { job, lead, mark, play } from './play.ts'
import { leadIds, type Sut } from './programs.ts'

/** Reads the leads twice in each start, and stores their ids, in one job; hears of them; has one command. */
const sut: Sut = (context) => ({
  jobs: {
    sync: {
      every: '1h',
      async run() {
        await leadIds(context)
        await context.store.set('ids', (await leadIds(context)) ?? [])
      },
    },
  },
  commands: { greet: { run: () => {} } },
  webhook: () => new Response(null),
})

/** Its jobs and commands, without another version to deploy. */
async function staleFor(steps: StoryStep[], marks: Mark[] = []) {
  const played = await play(sut, { steps, marks })
  return staleIn(played, { jobs: ['sync'], commands: ['greet'], versions: 1, rules: played.run.facts })
}

const refused = (at: string) => mark(at, { do: 'refused' })
const dies = (at: string) => mark(at, { do: 'dies after' })

test.each<[what: string, steps: StoryStep[], marks: Mark[], missing: (string | RegExp)[]]>([
  ['a job', [job('sum')], [], ['step 1: the code under test has no job or timer sum; it has sync']],
  [
    'a command',
    [job('sync'), { do: 'command', command: 'part' }],
    [],
    ['step 2: the code under test has no command part; it has greet'],
  ],
  [
    'a fact of an area',
    [{ do: 'fact', kind: 'tracker.issueReported' }],
    [],
    [/^step 1: the world has no fact tracker\.issueReported; it has lead, /],
  ],
  [
    'a fact just before a call',
    [job('sync')],
    [mark('sync#1/listFormLeads/1', { do: 'meanwhile', fact: { do: 'fact', kind: 'tracker.gone' } })],
    [/^mark 1: the world has no fact tracker\.gone; it has lead, /],
  ],
  [
    'a version to deploy',
    [job('sync')],
    [mark('sync#1/listFormLeads/1', { do: 'deploy' })],
    [/^mark 1: the code under test has no other version to deploy: list both, as in program: /],
  ],
])('a story is stale if %s is not there any more', async (_, steps, marks, expected) => {
  const { missing } = await staleFor(steps, marks)
  expect(missing).toEqual(
    expected.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
  )
})

test.each<[what: string, steps: StoryStep[], marks: Mark, unreached: string]>([
  [
    'a start of a job that is not there',
    [job('sync')],
    refused('sum#1/listFormLeads/1'),
    'sum#1/listFormLeads/1 (refused): the code under test has no job, timer or command sum; it has sync, greet',
  ],
  [
    'a command that nobody gives',
    [job('sync')],
    refused('greet#1/readLead/1'),
    'greet#1/readLead/1 (refused): greet#1 never started',
  ],
  [
    'an operation that is not called any more',
    [job('sync')],
    refused('sync#1/readLead/1'),
    'sync#1/readLead/1 (refused): sync#1 never calls readLead; it calls listFormLeads',
  ],
  [
    'a call that is not made as often',
    [job('sync')],
    refused('sync#1/listFormLeads/9'),
    'sync#1/listFormLeads/9 (refused): sync#1 calls listFormLeads only 2 times',
  ],
  [
    'a write that is not there any more',
    [job('sync')],
    dies('sync#1/store/2'),
    'sync#1/store/2 (dies after): sync#1 writes to the store only once',
  ],
  [
    'a database that is not there any more',
    [job('sync')],
    dies('sync#1/sql/1'),
    'sync#1/sql/1 (dies after): sync#1 never writes to the database; it calls listFormLeads',
  ],
  [
    'a notice, if none comes',
    [job('sync')],
    mark('notice 1', { do: 'twice' }),
    'notice 1 (twice): no notice came',
  ],
  [
    'a notice, if there are fewer',
    [lead],
    mark('notice 2', { do: 'twice' }),
    'notice 2 (twice): only 1 came',
  ],
])('a mark is told that the run never reached: %s', async (_, steps, unused, expected) => {
  const { missing, unreached } = await staleFor(steps, [unused])
  expect({ missing, unreached }).toEqual({ missing: [], unreached: [expected] })
})

test('a story whose marks all acted is not stale', async () => {
  const marks = [refused('sync#1/listFormLeads/1'), dies('sync#1/store/1')]
  expect(await staleFor([job('sync')], marks)).toEqual({ missing: [], unreached: [] })
})
