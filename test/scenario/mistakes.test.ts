import { describe, expect, test } from 'vitest'
import { parseScenario, runScenario } from '../../src/scenario/index.ts'

const head = 'fauxgraph: 1\ntitle: A mistake\ngiven: { starter: true }\nsteps:\n'
const step = (text: string) => `${head}  - ${text}\n`

/** Mistakes with their messages: file, line, column, path, and what to do. */
export const mistakes: readonly (readonly [what: string, text: string, message: string])[] = [
  [
    'malformed YAML',
    `${head}  - call: [me\n`,
    'a.yaml:6:1: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  [
    'an unknown key',
    step('call: me\n    expct: { ok: true }'),
    'a.yaml:6:5: steps[0].expct: the key "expct" is unknown: did you mean expect?',
  ],
  [
    'a duplicate key',
    step('call: me\n    as: one\n    as: two'),
    'a.yaml:7:5: steps[0].as: the key stands here twice: remove one of them',
  ],
  [
    'an alias',
    `a: &a [1, 1]\nb: [*a, *a]\n`,
    'a.yaml:2:5: b[0]: aliases of YAML are not read: write the value out, or name it under `values`',
  ],
  ['a wrong type', step('call: 5'), 'a.yaml:5:5: steps[0].call: must be text, got 5'],
  [
    'a step of no kind',
    step('cal: me'),
    'a.yaml:5:5: steps[0]: a step must have one of call, request, action, advance, advanceTo, next, drain, ' +
      'addFault, removeFault, deliver, configure, input, or expect: did you mean call?',
  ],
  [
    'a step of two kinds',
    step('call: me\n    advance: 1h'),
    'a.yaml:5:5: steps[0]: a step does one thing, and this one has call and advance: make it two',
  ],
  [
    'an unknown operation',
    step('call: publishPots'),
    'a.yaml:5:5: steps[0].call: There is no operation "publishPots": did you mean publishPost?',
  ],
  [
    'an unknown action',
    step('action: submitLed'),
    'a.yaml:5:5: steps[0].action: There is no action "submitLed": did you mean submitLead?',
  ],
  [
    'an unknown parameter',
    step('call: publishPost\n    with: { page: $page, mesage: Hello }'),
    'a.yaml:6:26: steps[0].with.mesage: publishPost has no parameter "mesage": did you mean message?',
  ],
  [
    'a name that is used before it is saved',
    step('call: readPost\n    with: { post: $posst }'),
    'a.yaml:6:13: steps[0].with.post: nothing is saved as "posst" before this place: did you mean post?',
  ],
  [
    'a negative duration',
    step('advance: -5'),
    'a.yaml:5:5: steps[0].advance: Time moves forward only: got -5. Use history.at(n) to look back',
  ],
  [
    'a time that does not exist in its zone',
    step('advanceTo: { date: 2026-03-29, at: "02:30", in: Europe/Berlin }'),
    'a.yaml:5:5: steps[0].advanceTo: 2026-03-29 02:30 does not exist in Europe/Berlin: the clocks skip it when ' +
      'they are put forward; choose another time',
  ],
  [
    'an unknown zone',
    step('advanceTo: { next: day, in: Europe/Atlantis }'),
    'a.yaml:5:5: steps[0].advanceTo: there is no time zone "Europe/Atlantis": name one such as Europe/Berlin, or UTC',
  ],
  [
    'a path that is none',
    step('call: me\n    save: { self: id }'),
    'a.yaml:6:13: steps[0].save.self: a path to a value looks like $.data[0].id, got "id"',
  ],
  [
    'a saved value that has a name of the starter world',
    step('call: me\n    save: { page: $.id }'),
    'a.yaml:6:13: steps[0].save.page: the starter world has the name "page": choose another one',
  ],
  [
    'a value that has a name of the starter world',
    `${head.replace('steps:', 'values: { pageToken: x }')}steps: []\n`,
    'a.yaml:4:11: values.pageToken: the starter world has the name "pageToken": choose another one',
  ],
  [
    'an example beyond its bounds',
    'fauxgraph: 1\ntitle: x\nvalues:\n  size: { any: integer, from: 1, to: 9, example: 10 }\nsteps: []\n',
    'a.yaml:4:3: values.size: the example 10 is no value of its kind: it must lie within the bounds',
  ],
]

test.each([
  ['actions', ''],
  ['actions', '\n      expect: { ok: false }'],
  ['actions', '\n      expect: { error: 100 }'],
  ['steps', ''],
  ['steps', '\n      expect: { error: 100 }'],
])('one of the %s that are given and refused fails the scenario: %j', (list, expectation) => {
  const text = `fauxgraph: 1
title: A refused action
given:
  starter: true
  ${list}:
    - action: installApp
      with: { app: "1", page: $page }${expectation}
steps:
  - advance: 1h
`
  const { ok, steps, difference } = runScenario(parseScenario(text, { file: 'a.yaml' }))
  expect([ok, steps.length]).toEqual([false, 1])
  expect(difference?.message).toMatch(
    new RegExp(
      `^a\\.yaml:6:7: given\\.${list}\\[0\\]: expected .* to succeed, got error 100: \\(#100\\) Param app must be`,
    ),
  )
})

test('names of the starter world are free without it', () => {
  const text = 'fauxgraph: 1\ntitle: x\nvalues: { page: "5" }\nsteps: []\n'
  expect(runScenario(parseScenario(text)).ok).toBe(true)
})

describe('a mistake in a scenario file', () => {
  test.each(mistakes)('%s has a place and a message', (_what, text, message) => {
    expect(() => parseScenario(text, { file: 'a.yaml' })).toThrow(new TypeError(message))
  })

  test.each([
    ['nested lists', '['.repeat(100_000)],
    ['nested lists of blocks', '- '.repeat(50_000)],
    ['a file of many megabytes', `# ${'x'.repeat(50 * 1024 * 1024)}`],
    ['many keys', Array.from({ length: 100_000 }, (_, index) => `k${index}: 1`).join('\n')],
    ['a billion laughs', `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nfauxgraph: *c\n`],
    ['not a number', 'fauxgraph: .nan'],
    ['a text', 'hello'],
    ['nothing', ''],
  ])('%s is refused', (_what, text) => {
    expect(() => parseScenario(text, { file: 'a.yaml' })).toThrow(/^a\.yaml:\d+:\d+: /)
  })

  test('JSON is read by the same schema', () => {
    const document = { fauxgraph: 1, title: 'JSON', steps: [{ call: 'me', expect: { error: 190 } }] }
    expect(runScenario(parseScenario(JSON.stringify(document, null, '\t'))).ok).toBe(true)
  })
})
