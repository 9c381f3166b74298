import { describe, expect, test } from 'vitest'
import { parseScenario, runScenario } from '../../src/scenario/index.ts'

const head = 'fauxgraph: 1\ntitle: t\nsteps: '

/** Files of megabytes. The place in the message shows that nothing behind it was parsed. */
describe('a file of megabytes is refused at the place that is too much', () => {
  test.each([
    [
      'many steps',
      `${head}[${'1,'.repeat(2_000_000)}]`,
      'a.yaml:3:333329: a scenario has at most 500000 words',
    ],
    [
      'nested lists',
      `${head}\n  ${'['.repeat(4_000_000)}`,
      'a.yaml:4:123: the document is nested deeper than',
    ],
    [
      'closing brackets',
      `a: ${']'.repeat(4_000_000)}`,
      'a.yaml:1:4: not valid YAML: ] ends nothing that has begun',
    ],
    [
      'wrong escapes',
      `a: "x\n ${'\\q'.repeat(2_000_000)}"`,
      'a.yaml:2:2: not valid YAML: Invalid escape sequence',
    ],
  ])('%s', (_what, text, message) => {
    expect(() => parseScenario(text, { file: 'a.yaml' })).toThrow(message)
  })

  test('more steps than a scenario has', () => {
    const steps = '- next: true\n'.repeat(10_001)
    expect(() => parseScenario(`fauxgraph: 1\ntitle: t\nsteps:\n${steps}`)).toThrow(
      'scenario:3:1: steps: a scenario has at most 10000 steps, got 10001',
    )
  })
})

test('brackets and backslashes in texts are no structure', () => {
  const text = `fauxgraph: 1
title: "\\\\ \\x41 \\u0042 ]]]"
description: '\\q ]]] [[['
values: { one: ]x, two: "[[[ \\\\q" }
steps: []
`.replace('{ one: ]x,', '{ one: x],')
  expect(() => parseScenario(text)).toThrow('not valid YAML')
  const { title, document } = parseScenario(text.replace('x],', 'x,'))
  expect([title, document.description]).toEqual(['\\ A B ]]]', '\\q ]]] [[['])
})

test('a function that gets no scenario says what it takes', () => {
  expect(() => parseScenario(Object(5))).toThrow('parseScenario takes the text of a scenario, got')
  expect(() => parseScenario('', Object({ fil: 'a' }))).toThrow(
    'parseScenario has no option "fil": did you mean file?',
  )
  expect(() => runScenario(Object('fauxgraph: 1'))).toThrow('pass what parseScenario(text) returns')
})
