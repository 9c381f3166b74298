import { expect, test } from 'vitest'
import { notTried } from '../../src/explore/check-options.ts'
import { type DurableKind, type DurablePart, type ExploreOptions, explore } from '../../src/explore/index.ts'
import { isLong } from '../chance.ts'
import { program as inbox } from '../gallery/right/lead-inbox.ts'
import { program as reconciliation } from '../gallery/right/lead-webhook-with-reconciliation.ts'

const common = { stories: false, runs: 200, hostile: { down: true } } as const

test.each(isLong ? [1, 2, 3] : [1])(
  'a program that only listens loses leads while it is down, from seed %i',
  async (seed) => {
    const report = await explore({ ...inbox.options, ...common, ...(!isLong && { kinds: 1 }), seed })
    expect(report.failures.map(({ title }) => title)).toEqual([expect.stringMatching(/^contacts lost lead /)])
    expect(report.failures[0]?.text).toContain(
      'at notice 1: the process dies before it, and starts again after 48 h',
    )
    expect(report.failures[0]?.parts).toBe(2)
  },
)

test('a program that compares its data with the service survives a time without it', async () => {
  const report = await explore({ ...reconciliation.options, ...common, runs: isLong ? 200 : 30 })
  expect(report.failures).toEqual([])
  expect(report.notTried).toEqual(['pages'])
})

const part = (kind: DurableKind, addresses?: readonly string[]): DurablePart => ({
  name: kind,
  kind,
  ...(addresses && { addresses }),
  prepare() {},
  reset() {},
  crash() {},
  close() {},
})

test.each<[title: string, options: Partial<ExploreOptions>, names: string[]]>([
  ['nothing that survives a death', {}, ['down', 'pages']],
  ['files', { database: [part('file')] }, ['down', 'torn', 'pages']],
  ['a database in the process', { database: [part('sql')] }, ['down', 'conflicts', 'pages']],
  [
    'a database behind a connection',
    { database: [part('sql', ['localhost:5432'])] },
    ['down', 'conflicts', 'disconnects', 'pages'],
  ],
  ['a part of another kind', { database: [part('part', ['localhost:6379'])] }, ['down', 'pages']],
  [
    'files and options',
    { database: [part('file')], hostile: { down: true, tokens: false, people: false } },
    ['torn', 'tokens', 'pages', 'people'],
  ],
  [
    'everything that files can suffer',
    { database: [part('file')], hostile: { down: true, torn: true, pages: true } },
    [],
  ],
])('an exploration with %s says what it did not try', (_title, options, names) => {
  expect(notTried({ ...inbox.options, ...options })).toEqual(names)
})

test('a report says what was not tried', async () => {
  const options = { ...inbox.options, stories: false, runs: 2, hostile: { tokens: false } } as const
  expect((await explore(options)).notTried).toEqual(['down', 'tokens', 'pages'])
})
