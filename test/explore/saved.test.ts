import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import { parseStory, savedStories, saveStory } from '../../src/explore/search/story/saved.ts'
import { reaching, world } from './play.ts'

const folder = mkdtempSync(join(tmpdir(), 'stories-'))
afterAll(() => rmSync(folder, { recursive: true }))

const counts = (isRight: boolean, runs = 20) =>
  explore({
    name: 'counter',
    world,
    sut: reaching(({ store }) => ({
      jobs: {
        count: {
          every: '1h',
          async run() {
            const { length } = await store.list()
            if (length < 2) await store.set(`entry ${length}`, length)
            else if (!isRight) await store.set('third', true)
          },
        },
      },
    })),
    invariants: { 'no third': async ({ store }) => !(await store.get('third')) },
    runs,
    stories: folder,
  })

test('a story is written, replayed first, and stays when it is fixed', async () => {
  const found = await counts(false)
  const path = join(folder, 'counter.invariant-no-third.yaml')
  expect(found.failures[0]?.saved).toBe(path)
  const text = readFileSync(path, 'utf8')
  expect(parseStory(text, path)).toEqual({
    fauxgraph: 1,
    title: '"no third" does not hold: it returned false',
    of: 'counter',
    finds: 'invariant no third',
    story: found.failures[0]?.story,
  })
  expect((await counts(false, 1)).failures[0]?.run).toBe(1)
  expect((await counts(true)).ok).toBe(true)
  expect(existsSync(path)).toBe(true)
  // The page shows the run of the story when it failed last.
  const names = ['counter.invariant-no-third.html', 'counter.invariant-no-third.yaml']
  expect(readdirSync(folder).sort()).toEqual(names)
})

const file = (steps: string, marks = '[]', version = '1') =>
  `fauxgraph: ${version}\ntitle: t\nof: counter\nfinds: f\nstory:\n  steps: ${steps}\n  marks: ${marks}\n`

test.each<[what: string, text: string, message: string]>([
  ['no YAML', 'fauxgraph: [', 's.yaml is not valid YAML: '],
  [
    'another version',
    file('[]', '[]', '2'),
    's.yaml is a story of version 2; this version of fauxgraph reads version 1',
  ],
  ['no version', 'title: t', 's.yaml is a story of version undefined; '],
  [
    'an unknown step',
    file('[{ do: sleep }]'),
    's.yaml: story.steps.0.do: expected one of fact, wait, wait for, job, command, got "sleep"',
  ],
  ['a wrong value', file('[{ do: wait, milliseconds: 0 }]'), 's.yaml: story.steps.0.milliseconds: '],
  [
    'an unknown harm',
    file('[]', '[{ at: notice 1, harm: { do: burns } }]'),
    's.yaml: story.marks.0.harm.do: expected one of refused, answer lost, error, status,',
  ],
  [
    'a mark at no place',
    file('[]', '[{ at: sync, harm: { do: refused } }]'),
    's.yaml: story.marks.0.at: expected a place such as sync#2/listFormLeads/1, sync#1/store/1 or notice 3, got "sync"',
  ],
  [
    'a harm that no write suffers',
    file('[]', '[{ at: sync#1/store/1, harm: { do: twice } }]'),
    's.yaml: story.marks.0.harm.do: at sync#1/store/1, expected one of dies before, dies after, got "twice"',
  ],
  [
    'a harm that no notice suffers',
    file('[]', '[{ at: notice 1, harm: { do: dies before } }]'),
    's.yaml: story.marks.0.harm.do: at notice 1, expected one of twice, again later, late, after the next,',
  ],
  [
    'a harm that no call suffers',
    file('[]', '[{ at: sync#1/listFormLeads/1, harm: { do: late, steps: 1 } }]'),
    's.yaml: story.marks.0.harm.do: at sync#1/listFormLeads/1, expected one of refused, answer lost,',
  ],
  [
    'a status that no gateway answers',
    file('[]', '[{ at: sync#1/readLead/1, harm: { do: status, status: 204 } }]'),
    's.yaml: story.marks.0.harm.status: ',
  ],
  [
    'a wait past the end of time',
    file('[{ do: wait, milliseconds: 9000000000000000 }]'),
    's.yaml: story.steps.0.milliseconds: ',
  ],
  ['a missing member', 'fauxgraph: 1\ntitle: t\nof: c\nfinds: f', 's.yaml: story: '],
])('a file with %s is refused', (_, text, message) => {
  expect(() => parseStory(text, 's.yaml')).toThrow(TypeError)
  expect(() => parseStory(text, 's.yaml')).toThrow(message)
})

test('two findings whose names differ only in signs are saved in two files', () => {
  const own = mkdtempSync(join(tmpdir(), 'stories-'))
  const story = { steps: [], marks: [] }
  const save = (name: string, finds: string) =>
    basename(saveStory(own, { title: 't', of: name, finds, story }))
  try {
    expect(save('lead sync', 'invariant 注文')).toBe('lead-sync.invariant.yaml')
    expect(save('lead sync', 'invariant 線索')).toBe('lead-sync.invariant-2.yaml')
    expect(save('lead-sync', 'invariant 注文')).toBe('lead-sync.invariant-3.yaml')
    expect(save('lead sync', 'invariant 線索')).toBe('lead-sync.invariant-2.yaml')
    expect(savedStories(own, 'lead sync').map(({ file }) => file.finds)).toEqual([
      'invariant 線索',
      'invariant 注文',
    ])
  } finally {
    rmSync(own, { recursive: true })
  }
})

test('another story of the same finding is saved beside the first, and no file is overwritten', () => {
  const own = mkdtempSync(join(tmpdir(), 'stories-'))
  const save = (milliseconds: number) =>
    saveStory(own, {
      title: 't',
      of: 'sync',
      finds: 'twice',
      story: { steps: [{ do: 'wait', milliseconds }], marks: [] },
    })
  try {
    const first = save(1)
    const withNote = `# The bug of last week.\n${readFileSync(first, 'utf8')}`
    writeFileSync(first, withNote)
    const second = save(2)
    expect([first, second].map((path) => basename(path))).toEqual(['sync.twice.yaml', 'sync.twice-2.yaml'])
    expect([save(1), save(2)]).toEqual([first, second])
    expect(readFileSync(first, 'utf8')).toBe(withNote)
    expect(savedStories(own, 'sync').map(({ file }) => file.story.steps)).toEqual(
      expect.arrayContaining([1, 2].map((milliseconds) => [{ do: 'wait', milliseconds }])),
    )
  } finally {
    rmSync(own, { recursive: true })
  }
})

test('a story that starts an unknown job is told to be stale, and fails the exploration', async () => {
  const path = join(folder, 'counter.old.yaml')
  writeFileSync(path, file('[{ do: job, job: sum }]'))
  const report = await counts(true)
  rmSync(path)
  expect(report.ok).toBe(false)
  expect(report.failures).toEqual([])
  expect(report.warnings).toContain(
    `${path} is stale and cannot be played: step 1: the code under test has no job or timer sum; it has count. ` +
      'Put the names of now in the file, or delete it: an exploration saves the story again if the bug is still there',
  )
})
