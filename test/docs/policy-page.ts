import { memberComments } from '../../.build/declarations/exported-comments.ts'
import { readSources } from '../../.build/declarations/source.ts'
import { contractPolicy, type Policy, platformPolicy } from '../../src/service/policy.ts'
import { code, generatedFrom, table } from './markdown.ts'

/** A value of an option, or `none` for a key that a preset lacks. */
const shown = (value: unknown): string => (value === undefined ? 'none' : code(JSON.stringify(value)))

/** Returns docs/gaps.md: each option of the policy, with its description and its values in both presets. */
export function policyPage(root: string): string {
  const source = readSources(root, 'src/service').find(({ path }) => path === 'src/service/policy.ts')
  if (!source) throw new Error('There is no src/service/policy.ts')
  const sections = [...memberComments(source, 'Policy')].flatMap(([key, description]) => {
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
    '# Policy options',
    '',
    'Where the service description is silent or says two things, fauxgraph decides. Where users may need another',
    'decision, an option of the policy chooses the behavior: `createWorld({ policy: { … } })`, or `policy` in',
    '`world.fork`. There are two presets, which `policy` also takes by name:',
    '',
    '- `contract`, the default, follows the description word by word. Its options are `contractPolicy`.',
    '- `platform` follows the live service as its clients observe it: take it if your SDK or app talks to that. Its',
    '  options are `platformPolicy`.',
    '',
    "To change some options of a preset, spread it: `policy: { ...platformPolicy, unknownFields: 'ignore' }`. The",
    'numbers SIL-nnn refer to [decisions.md](decisions.md).',
    '',
    generatedFrom('src/service/policy.ts'),
    '',
    ...sections,
  ].join('\n')
}
