import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CommandConfig,
  type CommandMirror,
  defineExploration,
  explore,
  jsonFile,
  replayStory,
} from '../../../src/explore/index.ts'
import type { Story } from '../../../src/explore/search/story/story.ts'

let stories = ''
beforeAll(() => {
  stories = join(mkdtempSync(join(tmpdir(), 'random-test-')), 'stories')
})
afterAll(() => rmSync(join(stories, '..'), { recursive: true, force: true }))

/** Nothing goes wrong but that facts happen. */
const factsAlone = {
  ...{ restarts: false, stops: false, transport: false, errors: false, limits: false, tokens: false },
  ...{ delays: false },
}

const sync = (variant: string, more: Partial<CommandConfig> = {}) =>
  defineExploration({
    name: 'sync',
    root: import.meta.dirname,
    command: [process.execPath, 'sync.mjs'],
    env: ({ names, baseUrl }) => ({
      ...{ API: baseUrl, FORM: names.form, TOKEN: names.pageToken, VARIANT: variant },
    }),
    mirror: { leads: jsonFile('leads.json') },
    stories,
    hostile: factsAlone,
    ...more,
  })

/** The members of each row that chance gives, one of which names the lead too. */
const byChance: CommandMirror = async (view) =>
  (await jsonFile('leads.json')(view)).map((row) => {
    const { id, job } = row as { id: string; job: { run: string } }
    return { id, job }
  })

test('random keys of rows are no difference, and named', async () => {
  const { failures, warnings } = await explore(sync('random keys', { runs: 2 }))
  expect(failures).toEqual([])
  expect(warnings).toEqual([
    'leads.id differs between two runs without faults: it is not compared',
    'leads.job.run differs between two runs without faults: it is not compared',
  ])
})

test('a lead is lost although each member that names it differs between two runs', async () => {
  const story: Story = {
    steps: [{ do: 'job', job: 'sync' }],
    marks: [
      {
        at: 'sync#1/listFormLeads/1',
        harm: { do: 'meanwhile', fact: { do: 'fact', kind: 'lead' }, after: true },
      },
    ],
  }
  const loses = sync('random keys, marks late', { mirror: { leads: byChance } })
  const { kind, title } = await replayStory(loses, story)
  expect([kind, title]).toEqual(['leads lost', expect.stringMatching(/^leads lost .*lead [A-Z]/)])
})

test('a mirror that differs between equal runs has a warning, and no story', async () => {
  const { failures, warnings } = await explore(sync('random rows', { runs: 1 }))
  expect(failures).toEqual([])
  expect(warnings.join('\n')).toContain('two baseline runs differ: they do not end alike: a mirror')
  expect(warnings).toContainEqual(
    expect.stringMatching(
      /^the mirror leads differs between runs of the same facts without faults, .* Let it return what does not/,
    ),
  )
  expect(existsSync(stories)).toBe(false)
})

test('one that differs although nothing happened ends the exploration with one message', async () => {
  await expect(explore(sync('random rows', { runs: 1, environment: [] }))).rejects.toThrow(
    /^explore: the mirror leads differs between runs of the same facts without faults/,
  )
  expect(existsSync(stories)).toBe(false)
})
