import { contractPolicy, Policy, platformPolicy } from '../../src/graph/policy.ts'
import { code, table } from './markdown.ts'

const shown = (value: unknown): string => code(JSON.stringify(value))

/** The page of the readings: each key of the policy, why it is there, and what both presets say. */
export function policyPage(): string {
  const sections = Object.entries(Policy.unwrap().shape).flatMap(([key, { description = '' }]) => {
    const standard = contractPolicy[key as keyof Policy]
    const platform = platformPolicy[key as keyof Policy]
    const same = JSON.stringify(standard) === JSON.stringify(platform)
    return [
      `## ${key}`,
      '',
      description,
      '',
      ...table(
        ['preset', 'value'],
        same
          ? [['both', shown(standard)]]
          : [
              ['contractPolicy', shown(standard)],
              ['platformPolicy', shown(platform)],
            ],
      ),
    ]
  })
  return [
    '# Readings of a silence',
    '',
    'Where the description of the service says nothing, or two things, fauxgraph decides, and where a user',
    'may want the other reading, the decision is a key of the policy: `createWorld({ policy: { … } })`, and',
    'the same in `fork`. `contractPolicy`, the default, is the letter of the description; `platformPolicy` is',
    'what clients of the live service observe. The numbers SIL-nnn are rows of',
    '[requirements.md](requirements.md).',
    '',
    'This page is made from `src/graph/policy.ts`; `test/docs.test.ts` holds it to the code and says how it is renewed.',
    '',
    ...sections,
  ].join('\n')
}
