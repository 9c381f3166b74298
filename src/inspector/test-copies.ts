import type { Json } from '../engine/values/guard.ts'
import { isJsonObject } from '../scenario/read/json-kinds.ts'
import { contractPolicy } from '../service/policy.ts'
import { changedMembers } from '../service/values/plain.ts'
import { writtenPolicy } from '../service/written-policy.ts'
import type { WorldStep } from '../world/history/world-step.ts'
import { code } from './code-text.ts'
import { stepCode } from './copies.ts'
import { withEscapes } from './unseen.ts'

/** The test runners for which a step can be copied as a test. */
export type TestRunner = 'vitest' | 'jest' | 'node'

/** The title of a test of a step. */
const titleOf = ({ name, code: error }: WorldStep, succeeds: boolean): string =>
  succeeds ? `${name} succeeds` : `${name} is refused with code ${error}`

/** The lines of a test, but for what the runner writes in its own way. */
interface RunnerCode {
  readonly imports: readonly string[]
  readonly succeeds: string
  readonly refused: (error: number | null) => string
  /** Of a batch, whose items may be refused although it is answered. */
  readonly answered: string
}

const runners: Readonly<Record<TestRunner, RunnerCode>> = {
  vitest: {
    imports: ["import 'fauxgraph/vitest'", "import { expect, test } from 'vitest'"],
    succeeds: 'expect(outcome).toSucceed()',
    refused: (error) => `expect(outcome).toBeRefusedWith(${error})`,
    answered: 'expect(outcome.status).toBe(200)',
  },
  jest: {
    imports: ["import { expect, test } from '@jest/globals'", "import 'fauxgraph/jest'"],
    succeeds: 'expect(outcome).toSucceed()',
    refused: (error) => `expect(outcome).toBeRefusedWith(${error})`,
    answered: 'expect(outcome.status).toBe(200)',
  },
  node: {
    imports: [
      "import { test } from 'node:test'",
      "import { assertRefusedWith, assertSucceeds } from 'fauxgraph/node-test'",
    ],
    succeeds: 'assertSucceeds(outcome)',
    refused: (error) => `assertRefusedWith(outcome, ${error})`,
    answered: 'assertSucceeds({ status: outcome.status })',
  },
}

/** The policy of a recording as code: the preset that is closest to it, and the keys that differ. */
function policyCode(policy: Json, indent: string): { readonly text: string; readonly imports: string } {
  const { preset, changes } = writtenPolicy(Object(policy))
  if (preset === 'contract') return { text: code(changes, indent), imports: '' }
  const members = code(changes, indent).replace(/^\{\n?/, '')
  return {
    text: members === '}' ? 'platformPolicy' : `{\n${indent}  ...platformPolicy,\n${members}`,
    imports: 'platformPolicy, ',
  }
}

/** A recording as code. Of its policy it has what differs from a preset. */
function recordingCode(recording: Json): { readonly text: string; readonly imports: string } {
  const { base } = isJsonObject(recording) ? recording : {}
  const { options } = isJsonObject(base) ? base : {}
  if (!isJsonObject(recording) || !isJsonObject(base) || !isJsonObject(options))
    return { text: code(recording), imports: '' }
  const withPolicy = (policy: Json) =>
    code({ ...recording, base: { ...base, options: { ...options, policy } } })
  const all = JSON.stringify(recording)
  let mark = 'policy'
  while (all.includes(`"${mark}"`)) mark += '-'
  const text = withPolicy(mark)
  const written = policyCode(options['policy'] ?? {}, '      ')
  // With a name that no object literal can have, the recording is one text, which holds no code.
  if (!text.includes(`"${mark}"`))
    return { text: withPolicy(changedMembers(Object(options['policy']), contractPolicy)), imports: '' }
  return { ...written, text: text.replace(`"${mark}"`, () => written.text) }
}

/** The stubs in a list of armed ones, or of inputs. */
const stubsIn = (list: Json | undefined, member: 'stub' | 'add'): Readonly<Record<string, Json>>[] =>
  (Array.isArray(list) ? list : []).flatMap((one) =>
    isJsonObject(one) && isJsonObject(one[member]) ? [one[member]] : [],
  )

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined

/** The options of `replay` for the code of a world, which no recording has, each with a comment about it. */
function replayOptions(recording: Json): readonly (readonly [name: string, comment: string])[] {
  const base = memberOf(recording, 'base')
  const notes = memberOf(memberOf(memberOf(base, 'snapshot'), 'ledger'), 'notes')
  const areas = Object.keys(Object(memberOf(base, 'areas') ?? memberOf(notes, 'areas') ?? {}))
  const added = [
    ...stubsIn(memberOf(notes, 'stubs'), 'stub'),
    ...stubsIn(memberOf(recording, 'inputs'), 'add'),
  ]
  const functions = added.flatMap(({ function: name }) => (typeof name === 'string' ? [name] : []))
  const listed = (names: readonly string[]) =>
    withEscapes([...new Set(names)].map((name) => JSON.stringify(name)).join(', '))
  return [
    ...(areas.length > 0
      ? [['areas', `// Import the areas of this world as the list areas: ${listed(areas)}`] as const]
      : []),
    ...(functions.length > 0
      ? [['stubs', `// Import the functions of its stubs as the object stubs: ${listed(functions)}`] as const]
      : []),
  ]
}

/**
 * Returns a step as a test: the world as it was before, the step, and its result.
 *
 * @param recording The recording of the world up to the step before.
 * @param isSuccess Whether the test expects a success. With true the test of a refused step fails until the
 * call is mended.
 */
export function testOf(step: WorldStep, recording: Json, runner: TestRunner, isSuccess = step.ok): string {
  const { imports, succeeds, refused, answered } = runners[runner]
  const expression = stepCode(step, '  ')
  const written = recordingCode(recording)
  const options = replayOptions(recording)
  const more = options.length > 0 ? `, { ${options.map(([name]) => name).join(', ')} }` : ''
  const isBatch = expression?.startsWith('world.request(') && /^\[/.test(step.value ?? '')
  return [
    ...imports,
    `import { ${written.imports}replay } from 'fauxgraph'`,
    ...options.map(([, comment]) => comment),
    '',
    '// The world as it was before the step.',
    `const recording = ${written.text}`,
    '',
    `test(${code(titleOf(step, isSuccess))}, () => {`,
    `  const { world } = replay(recording${more})`,
    `  const outcome = ${expression}`,
    `  ${isSuccess ? (isBatch ? answered : succeeds) : refused(step.code)}`,
    '})',
    '',
  ].join('\n')
}

/** Returns a recording without its last inputs; null if it has fewer. */
export function recordingUntil(recording: Json, leftOut: number): Json {
  if (
    !isJsonObject(recording) ||
    !Array.isArray(recording['inputs']) ||
    !Array.isArray(recording['outcomes'])
  )
    return null
  const inputs = recording['inputs'].length - leftOut
  if (leftOut <= 0) return leftOut === 0 ? recording : null
  if (inputs < 0) return null
  return {
    ...recording,
    inputs: recording['inputs'].slice(0, inputs),
    outcomes: recording['outcomes'].slice(0, inputs),
  }
}
