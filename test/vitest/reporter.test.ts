import { afterAll, beforeEach, describe, expect, type TaskMeta, test } from 'vitest'
import type { TestModule } from 'vitest/node'
import { coverageReporter } from '../../src/front/runners/vitest/coverage-reporter.ts'
import { reportCoverage, test as worldTest } from '../../src/front/runners/vitest/index.ts'
import { createWorld } from '../../src/world/create-world.ts'

// The hooks of a file run in reverse order: this one sees what the one of reportCoverage attached.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from this pattern
afterAll(({}, suite) => {
  expect(suite.meta.fauxgraphCoverage).toHaveLength(1)
})

const shared = reportCoverage(createWorld())
beforeEach(() => void shared.actions.createUser({ name: 'Ann' }).unwrap())

test('a world of a test is reported when the test has finished, once', ({ task, onTestFinished }) => {
  onTestFinished(() => expect(task.meta.fauxgraphCoverage).toHaveLength(1))
  const world = reportCoverage(createWorld())
  expect(reportCoverage(world)).toBe(world)
  world.actions.createUser({ name: 'Ben' }).unwrap()
})

const data = (name: string, ok: number) => ({
  operations: { [name]: { results: { ok, 100: 0 }, events: {} } },
  events: {},
})

/** A module of a finished run, with the members that the reporter reads. */
const moduleOf = (own: object[], ofTests: object[]) =>
  ({
    meta: () => ({ fauxgraphCoverage: own }),
    children: {
      allSuites: () => [],
      allTests: () => ofTests.map((one) => ({ meta: () => ({ fauxgraphCoverage: [one] }) })),
    },
  }) as unknown as TestModule

/** The table that the reporter prints at the end of a run. */
function printedFor(modules: readonly TestModule[]): string {
  const printed: string[] = []
  void coverageReporter((text) => printed.push(text)).onTestRunEnd?.(modules, [], 'passed')
  return printed.join('')
}

test('one table sums up the files and tests of all workers', () => {
  const modules = [moduleOf([data('a', 1)], [data('a', 2)]), moduleOf([], [data('b', 4)])]
  expect(printedFor(modules).trim().split('\n')).toEqual([
    'fauxgraph: coverage of 3 worlds',
    '',
    'operation  ok  errors  errors not reached  events',
    'a          3   -       100                 -',
    'b          4   -       100                 -',
    '',
    'Events: none',
    'Called, but never with an error: a, b',
    'Never called: 0 of 2 operations',
  ])
})

describe('worlds of the fixture', () => {
  const metas: TaskMeta[] = []
  worldTest('the first report has what files before made in this process', ({ world }) => {
    world.actions.submitLead({ form: world.names.form, answers: { full_name: 'A', email: 'a@b.test' } })
    reportCoverage(world)
  })
  for (const message of ['one', 'two', 'three'])
    worldTest(message, ({ world, task }) => {
      metas.push(task.meta)
      reportCoverage(world)
      const { page, pageToken } = world.names
      world.as(pageToken).publishPost({ page, message }).unwrap()
    })

  test('a call of a test counts once, though all worlds are forks of one baseline', () => {
    const text = printedFor([
      moduleOf(
        [],
        metas.flatMap((meta) => meta.fauxgraphCoverage ?? []),
      ),
    ])
    expect(text).toContain('coverage of 3 worlds\n')
    expect(text).toMatch(/^publishPost +3 /m)
    expect(text).toContain('Events: post.created ×3\n')
  })
})

test('one world is no plural', () => {
  expect(printedFor([moduleOf([data('a', 1)], [])])).toContain('coverage of 1 world\n')
})

test('a run that reported no world says so', () => {
  expect(printedFor([])).toBe('fauxgraph: no test called reportCoverage(world)')
})
