import { expect, test } from 'vitest'

interface Result {
  readonly test: string
  readonly result: string
  readonly message: string
}

type Reader = (text: string) => readonly Result[]

interface Judge {
  readonly judge: (suite: unknown, found: unknown) => { readonly isExplained: boolean }
}

interface Tables {
  readonly tableOf: (rows: readonly unknown[]) => string
}

const here = (name: string) => import(new URL(name, import.meta.url).href)
const readers: Readonly<Record<string, Reader>> = await here('./readers.mjs')
const { judge }: Judge = await here('./judge.mjs')
const { tableOf }: Tables = await here('./tables.mjs')

const outline = (results: readonly Result[]) => results.map(({ test: name, result }) => `${name}: ${result}`)

/** The output of each runner: one test passes, one fails with the message BROKEN, and one is skipped. */
const runners: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'go test -json',
    'readGo',
    [
      '{"Action":"run","Test":"TestA"}',
      '{"Action":"pass","Test":"TestA"}',
      '{"Action":"output","Test":"TestB","Output":"BROKEN\\n"}',
      '{"Action":"fail","Test":"TestB"}',
      '{"Action":"skip","Test":"TestC"}',
      '{"Action":"fail","Package":"example.test/x"}',
    ].join('\n'),
    ['TestA: passed', 'TestB: failed', 'TestC: skipped'],
  ],
  [
    'python -m unittest -v',
    'readUnittest',
    [
      'test_a (test.cases.Case) ... ok',
      'test_b (test.cases.Case)',
      'What it verifies. ... FAIL',
      "test_c (test.cases.Case) ... skipped 'later'",
      '='.repeat(70),
      'FAIL: test_b (test.cases.Case)',
      'AssertionError: BROKEN',
    ].join('\n'),
    ['Case.test_a: passed', 'Case.test_b: failed', 'Case.test_c: skipped'],
  ],
  [
    'rspec --format json',
    'readRspec',
    JSON.stringify({
      examples: [
        { full_description: 'a', status: 'passed' },
        { full_description: 'b', status: 'failed', exception: { class: 'E', message: 'BROKEN' } },
        { full_description: 'c', status: 'pending' },
      ],
    }),
    ['a: passed', 'b: failed', 'c: skipped'],
  ],
  [
    'mocha --reporter json',
    'readMocha',
    `a warning\n${JSON.stringify(
      {
        tests: [{ fullTitle: 'a' }, { fullTitle: 'b' }, { fullTitle: 'c' }],
        pending: [{ fullTitle: 'c' }],
        failures: [{ fullTitle: 'b', err: { message: 'BROKEN' } }],
      },
      null,
      2,
    )}`,
    ['a: passed', 'b: failed', 'c: skipped'],
  ],
  [
    'vows --json',
    'readVows',
    [
      '{"0":"context","1":"it"}',
      '{"0":"vow","1":{"title":"a","context":"it","status":"honored","exception":null}}',
      '{"0":"vow","1":{"title":"b","context":"it","status":"broken","exception":"BROKEN"}}',
      '{"0":"vow","1":{"title":"c","context":"it","status":"pending","exception":null}}',
    ].join('\n'),
    ['it a: passed', 'it b: failed', 'it c: skipped'],
  ],
  [
    'phpunit --teamcity',
    'readTeamcity',
    [
      "##teamcity[testSuiteStarted name='Case' flowId='1']",
      "##teamcity[testStarted name='a' flowId='1']",
      "##teamcity[testStarted name='b' flowId='1']",
      "##teamcity[testFailed name='b' message='It|'s BROKEN' details='|n at line 1' flowId='1']",
      "##teamcity[testStarted name='c' flowId='1']",
      "##teamcity[testIgnored name='c' message='later' details='' flowId='1']",
    ].join('\n'),
    ['Case::a: passed', 'Case::b: failed', 'Case::c: skipped'],
  ],
  [
    'the XML of JUnit',
    'readJUnit',
    '<testsuite><testcase name="a" classname="x.Case"/>' +
      '<testcase name="b" classname="x.Case"><failure message="&quot;BROKEN&quot;">at</failure></testcase>' +
      '<testcase name="c" classname="x.Case"><skipped/></testcase></testsuite>',
    ['Case.a: passed', 'Case.b: failed', 'Case.c: skipped'],
  ],
]

test.each(runners)('%s is read', (_, name, text, expected) => {
  const results = readers[name]?.(text) ?? []
  expect(outline(results)).toEqual(expected)
  expect(results.find(({ result }) => result === 'failed')?.message).toContain('BROKEN')
})

const suite = {
  ...{ name: 'sdk', repository: 'owner/sdk', commit: '0123456789' },
  known: [
    { name: /^b/, kind: 'stale', reason: 'b was removed' },
    { name: /./, says: /not simulated/, kind: 'absent', reason: 'c is not simulated' },
  ],
}
const passed = { test: 'a', result: 'passed', message: '' }
const stale = { test: 'b', result: 'failed', message: 'gone' }
const absent = { test: 'c', result: 'failed', message: 'c is not simulated' }
const unknown = { test: 'd', result: 'failed', message: 'gone' }

test.each([
  ['each failure has a reason, and each reason a failure', [passed, stale, absent], true],
  ['a failure has no reason', [passed, stale, absent, unknown], false],
  ['a test passes whose failure was known', [passed, stale], false],
  ['nothing ran', [], false],
])('a suite is explained or not: %s', (_, results, expected) => {
  expect(judge(suite, { results }).isExplained).toBe(expected)
})

test('a suite that is skipped is explained, and one that did not run is not', () => {
  expect(judge(suite, { trouble: 'skipped: it needs Go' }).isExplained).toBe(true)
  expect(judge(suite, { trouble: 'it did not run' }).isExplained).toBe(false)
})

test('the table counts failures by their kinds', () => {
  const lines = tableOf([judge(suite, { results: [passed, stale, absent, unknown] })]).split('\n')
  expect(lines.at(-1)).toBe('| sdk (owner/sdk) | 01234567 | 4 | 1 | 3 | 1 | 1 | 0 | 1 | 0 |')
})
