import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Scenario, ScenarioDocument } from '../../src/scenario/index.ts'
import { StepExpectation } from '../../src/scenario/read/expectation-schema.ts'
import { Answer, stepKinds } from '../../src/scenario/read/step-schema.ts'
import { Moment, OpenValue } from '../../src/scenario/read/value-schema.ts'
import { scenarioFiles } from '../scenario/files.ts'

const cell = (text: string) => text.replaceAll('|', '\\|')

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

const describedBy = (schema: z.ZodType): string => schema.description ?? ''

const kinds = () =>
  table(
    ['step', 'does'],
    Object.entries(stepKinds).map(([name, schema]) => [`\`${name}\``, describedBy(schema)]),
  )

const expectations = () =>
  table(
    ['member', 'is compared with'],
    Object.entries(StepExpectation.shape).map(([name, schema]) => [
      `\`${name}\``,
      describedBy(schema) ||
        'The error: its code, or an object with `code`, `subcode`, `type` and `message`.',
    ]),
  )

/** The members of an object schema, with an ellipsis for each value. */
const membersOf = (schema: z.ZodObject) =>
  `\`{ ${Object.entries(schema.shape)
    .map(([name, member]) => (member instanceof z.ZodLiteral ? `${name}: ${member.value}` : `${name}: …`))
    .join(', ')} }\``

const shapes = (union: z.ZodUnion) =>
  union.options.flatMap((option) =>
    option instanceof z.ZodObject ? [[membersOf(option), describedBy(option)]] : [],
  )

const deliverMembers = () =>
  table(
    ['member of `deliver`', 'meaning'],
    Object.entries(stepKinds.deliver.shape.deliver.shape).map(([name, schema]) => [
      `\`${name}\``,
      describedBy(schema),
    ]),
  )

const answers = () =>
  table(
    ['answer', 'meaning'],
    Answer.options.map((option) => [
      option instanceof z.ZodObject ? membersOf(option) : 'a number',
      describedBy(option),
    ]),
  )

const moments = () => table(['moment', 'meaning'], shapes(Moment))
const openValues = () => table(['open value', 'meaning'], shapes(OpenValue))

const tests: readonly (readonly [string, string])[] = [
  ['`$absent: true`', 'no value: there is no such member'],
  ['`$kind: list`', 'the kind: `null`, `boolean`, `number`, `string`, `list` or `object`'],
  ['`$length: 3`', 'the length of a list or a text'],
  ['`$contains: x`', 'an item of a list, or a part of a text'],
  ['`$startsWith: x`', 'the beginning of a text'],
  ['`$endsWith: x`', 'the end of a text'],
  ['`$not: x`', 'anything else that is there'],
  ['`$exactly: x`', 'the whole value: no other members'],
]

type Step = ScenarioDocument['steps'][number]

/** What a step expects of its outcome, as the end of its sentence. */
function outcomeOf({ expect: expected }: Step): string {
  const { error, status } = expected ?? {}
  const code = typeof error === 'number' ? error : error?.code
  if (code !== undefined) return ` *(error ${code})*`
  return status === undefined ? '' : ` *(status ${status})*`
}

function story([name, { title, document }]: readonly [string, Scenario]): string {
  const { description = '', steps } = document
  const lines = steps.map((step, index) => `${index + 1}. ${step.title ?? ''}${outcomeOf(step)}`)
  const told = name === 'starter.yaml' ? [] : [lines.join('\n')]
  return [`### ${title}`, description, ...told, `[scenarios/${name}](../scenarios/${name})`].join('\n\n')
}

/** The example of the steps `deliver`, which the tests play. */
export const deliverExample = (root: string): string =>
  readFileSync(join(root, 'test', 'docs', 'deliver.yaml'), 'utf8')

/** The page about scenario files: how to write them, and what those of the package tell. */
export function scenariosPage(root: string): string {
  const guide = readFileSync(join(root, 'test', 'docs', 'scenarios-guide.txt'), 'utf8')
  const example = readFileSync(join(root, 'scenarios', 'photo-expires.yaml'), 'utf8')
  const parts: Readonly<Record<string, () => string>> = {
    example: () => `\`\`\`yaml\n${example.trim()}\n\`\`\``,
    kinds,
    deliverMembers,
    answers,
    deliverExample: () => `\`\`\`yaml\n${deliverExample(root).trim()}\n\`\`\``,
    moments,
    expectations,
    tests: () => table(['test', 'passes for'], tests),
    openValues,
    stories: () => scenarioFiles().map(story).join('\n\n'),
  }
  return guide.replace(/<!-- (\w+) -->/g, (whole, name: string) => parts[name]?.() ?? whole)
}
