import { describe, expect, test } from 'vitest'
import { nodeVersionProblem } from '../../../src/front/cli/node-version.ts'
import { policyWith } from '../../../src/front/cli/parts/policy-settings.ts'
import { contractPolicy } from '../../../src/index.ts'

describe('--set', () => {
  test.each<[readonly string[], object]>([
    [[], {}],
    [['unknownFields=ignore'], { unknownFields: 'ignore' }],
    [['rankedPostsPerYear=3'], { rankedPostsPerYear: 3 }],
    [['pageCallLimit=null'], { pageCallLimit: null }],
    [['errorStatus={"190":401}'], { errorStatus: { 190: 401 } }],
    [['webhook.signing=none'], { webhook: { ...contractPolicy.webhook, signing: 'none' } }],
    [['links=open', 'links=registered'], { links: 'registered' }],
  ])('%j changes the policy', (settings, changed) => {
    expect(policyWith(contractPolicy, settings)).toEqual({ ...contractPolicy, ...changed })
  })

  test.each<[string, string]>([
    ['unknownFields', '--set takes key=value, such as unknownFields=ignore, got unknownFields'],
    ['unknownField=ignore', 'There is no policy unknownField: did you mean unknownFields?'],
    ['unknownFields=hide', 'The policy unknownFields must be one of refuse, ignore, got "hide"'],
    ['webhook.sign=none', 'The policy webhook'],
    ['defaultVersion=v1.0', 'The policy defaultVersion v1.0 is not among the versions served'],
  ])('%s is refused', (setting, message) => {
    expect(() => policyWith(contractPolicy, [setting])).toThrow(message)
    expect(() => policyWith(contractPolicy, [setting])).toThrow(TypeError)
  })
})

describe('the version of Node', () => {
  test.each(['20.19.0', '20.20.1', '22.0.0', '24.11.0'])('%s is new enough', (version) => {
    expect(nodeVersionProblem(version)).toBeUndefined()
  })

  test.each(['18.20.4', '20.18.3', '16.0.0'])('%s is refused', (version) => {
    expect(nodeVersionProblem(version)).toBe(
      `fauxgraph needs Node 20.19 or later, and this is Node ${version}`,
    )
  })
})
