import { describe, expect, test } from 'vitest'
import { explore, type ProcessContext, replayStory } from '../../../src/explore/index.ts'
import { createWorld } from '../../../src/index.ts'
import type { AreaFact } from '../../../src/service/area/index.ts'
import {
  action,
  area,
  areaRows,
  endpoint,
  fact,
  record,
  rowId,
  service,
  successResult,
  table,
  view,
  z,
} from '../../../src/service/area/index.ts'

const tasks = table({
  row: z.object({ page: rowId('pages'), title: z.string(), done: z.boolean() }),
  edges: { byPage: { owners: ({ page }) => [[page]] } },
})
const taskView = view(tasks, 'Task', (field) => ({
  title: field(z.string(), ({ title }) => title),
  done: field(z.boolean(), ({ done }) => done),
}))
const listTasks = endpoint({
  route: 'GET /{page}/tasks',
  node: service.pages,
  params: z.object({}),
  view: taskView,
  result: z.object({ data: z.array(record(taskView)) }),
  run: ({ node, tx, show }) => ({
    data: tx.list(tasks, 'byPage', [node.id]).map((row) => show(taskView, row)),
  }),
})
const addTask = action({
  params: z.object({ page: z.number(), title: z.string() }),
  result: z.object({ id: z.string() }),
  run: ({ params, tx }) => ({ id: String(tx.insert(tasks, { ...params, done: false }).id) }),
})
const endTask = action({
  params: z.object({ task: z.number() }),
  result: successResult,
  run({ params, tx, refuse }) {
    if (tx.find(tasks, params.task)?.done !== false)
      return refuse('Param task must be the id of an open task')
    tx.patch(tasks, params.task, { done: true })
    return { success: true }
  },
})

const added = fact({
  text: 'somebody adds a task',
  action: addTask,
  makes: tasks,
  noun: 'task',
  params({ name, target }) {
    const page = target(service.pages)
    return page && { page: page.id, title: name }
  },
})
const ended = fact({
  text: 'the newest task is done',
  action: endTask,
  changes: tasks,
  params: ({ row }) => ({ task: row.id }),
})
const parts = { version: 1, tables: { tasks }, endpoints: { listTasks }, actions: { addTask, endTask } }
const chores = area('chores', { ...parts, facts: { added, ended } })

function world() {
  const made = createWorld({ areas: [chores] })
  made.starter({ publications: false })
  return made
}

/** Keeps the titles of the open tasks, and forgets to remove those that are done. */
const sut = ({ fetch, baseUrl, names, store }: ProcessContext) => ({
  jobs: {
    sync: {
      every: '1h' as const,
      async run() {
        const answer = await fetch(`${baseUrl}/${names.page}/tasks?access_token=${names.pageToken}`)
        const { data }: { data: { title: string; done: boolean }[] } = await answer.json()
        for (const { title, done } of data) if (!done) await store.set(title, title)
      },
    },
  },
})

const options = {
  name: 'chores',
  world,
  sut,
  mirror: {
    open: async ({ store }: Pick<ProcessContext, 'store'>) => (await store.list()).map(([key]) => key),
  },
  hostile: { transport: false, errors: false, delays: false, limits: false, tokens: false, restarts: false },
  stories: false,
  kinds: 1,
} as const

const open = ({ world: run }: { world: ReturnType<typeof createWorld> }) =>
  areaRows(run, tasks).flatMap(({ title, done }) => (done ? [] : [title]))

describe('facts of an area', () => {
  test('happen to code that reads the area, and are told in words', async () => {
    const { failures } = await explore({
      ...options,
      runs: 60,
      eventually: {
        'only open tasks are kept': (view) =>
          JSON.stringify(view.mirror['open']) === JSON.stringify(open(view).sort()),
      },
    })
    expect(failures.map(({ title }) => title)).toEqual([
      expect.stringContaining('"only open tasks are kept" does not hold'),
    ])
    const [failure] = failures
    expect(failure?.story.steps).toEqual([
      { do: 'fact', kind: 'chores.added' },
      { do: 'fact', kind: 'chores.ended' },
    ])
    expect(failure?.text).toMatch(/1\. somebody adds a task\n.*2\. the newest task is done/)
    expect(await replayStory({ ...options }, failure?.story ?? { steps: [], marks: [] })).toMatchObject({
      text: expect.stringContaining('the newest task is done'),
    })
  })

  test.each([
    ['all of them, if the environment is inferred', 'inferred', ['chores.added', 'chores.ended']],
    ['those that are listed', ['chores.added'], ['chores.added']],
    ['none, if others are listed', ['photo'], []],
  ] as const)('happen: %s', async (_, environment, kinds) => {
    const seen = new Set<string>()
    await explore({
      ...options,
      environment,
      runs: 20,
      invariants: {
        noted: ({ world: run }) => {
          const rows = [...run.state.graph.rows.values()].filter(({ kind }) => kind === 'chores.tasks')
          if (rows.length > 0) seen.add('chores.added')
          if (rows.some((row) => 'done' in row && row.done === true)) seen.add('chores.ended')
        },
      },
    })
    expect([...seen].sort()).toEqual(kinds)
  })

  test('are typed by the world, and unknown ones are refused', async () => {
    // @ts-expect-error: the area has no such fact.
    await expect(explore({ ...options, environment: ['chores.lost'] })).rejects.toThrow(
      /environment lists chores\.lost; the kinds of facts are lead, .*, chores\.added, chores\.ended/,
    )
    const story = { steps: [{ do: 'fact', kind: 'chores.lost' } as const], marks: [] }
    expect(await replayStory({ ...options }, story)).toMatchObject({
      ok: false,
      text: expect.stringMatching(
        /stale .*the world has no fact chores\.lost; it has lead, .*, chores\.added/,
      ),
    })
  })

  test('that never happen are named with the reason', async () => {
    const never = fact({ text: 'a task ends', action: endTask, params: () => ({ task: 1 }) })
    const nobody = fact({ text: 'nobody adds', action: addTask, params: () => undefined })
    const idle = area('chores', { ...parts, facts: { ended, never, nobody } })
    const made = createWorld({ areas: [idle] })
    made.starter({ publications: false })
    const { warnings } = await explore({ ...options, world: () => made, runs: 20 })
    expect(warnings.filter((line) => line.startsWith('the fact')).sort()).toEqual([
      'the fact chores.ended never happened: no run had made a row of chores.tasks before it; ' +
        'list a fact that makes one too',
      expect.stringMatching(
        /^the fact chores\.never never happened: its action was refused: .*must be the id of an open task/,
      ),
      'the fact chores.nobody never happened: its params returned undefined',
    ])
  })

  test('whose params read the clock of the machine end the exploration with their name', async () => {
    const late = fact({ text: 'a task', action: addTask, params: () => ({ page: Date.now(), title: '' }) })
    const made = createWorld({ areas: [area('chores', { ...parts, facts: { late } })] })
    made.starter({ publications: false })
    await expect(explore({ ...options, world: () => made })).rejects.toThrow(
      /params of the fact chores\.late threw Date\.now\(\) is not available in an area: use now/,
    )
  })
})

const other = action({ params: z.object({}), result: successResult, run: () => ({ success: true }) })
const wrong = (given: object) => ({ ...added, ...given }) as AreaFact

test.each<[string, AreaFact, RegExp]>([
  ['an action of no area', wrong({ action: other }), /facts\.one: its action must be one of the actions/],
  ['a row that is made without a noun', wrong({ noun: undefined }), /facts\.one: .*needs a noun/],
  ['a noun without a row', wrong({ makes: undefined }), /facts\.one: .*needs a noun/],
  ['a table of no area', wrong({ makes: { ...tasks } }), /facts\.one: makes must be one of the tables/],
  ['a row made and changed', wrong({ changes: tasks }), /facts\.one: it can make a row or change one/],
  ['no text', wrong({ text: ' ' }), /facts\.one: its text must not be empty/],
  ['no params', wrong({ params: undefined }), /facts\.one: params must be a function/],
])('an area with a fact that has %s is refused', (_, one, message) => {
  expect(() => createWorld({ areas: [area('chores', { ...parts, facts: { one } })] })).toThrow(message)
})
