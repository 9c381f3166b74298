import { expect, test } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import { contractPolicy } from '../../src/service/policy.ts'
import { checkResult } from '../../src/world/handle/invariants.ts'

const answered = (operation: string | undefined, outcome: object, parts?: object[]) => () =>
  checkResult(registry, { outcome, answer: { operation, ...(parts && { parts }) } } as never, contractPolicy)
const ok = (value: unknown) => ({ ok: true, value })
const refused = (code: number) => ({ ok: false, error: { code, message: 'x' } })

test.each<[string, () => void, RegExp]>([
  [
    'an invalid member',
    answered('deleteCampaign', ok({ success: 'yes' })),
    /^deleteCampaign returned an invalid success: /,
  ],
  ['an invalid value', answered('deleteCampaign', ok(5)), /^deleteCampaign returned an invalid value: /],
  [
    'an error code of another endpoint',
    answered('deleteCampaign', refused(104)),
    /^deleteCampaign returned the error code 104, which is not one of its codes: \d/,
  ],
  [
    'a part with an invalid value',
    answered('batch', ok([]), [{ outcome: ok(5), answer: { operation: 'deleteCampaign' } }]),
    /^deleteCampaign returned an invalid value: /,
  ],
])('checkResult throws for %s', (_, check, message) => {
  expect(check).toThrow(message)
})

test.each<[string, () => void]>([
  ['a valid result', answered('deleteCampaign', ok({ success: true }))],
  ['an error code of the endpoint', answered('deleteCampaign', refused(100))],
  ['an answer without an operation', answered(undefined, ok(5))],
])('checkResult accepts %s', (_, check) => {
  expect(check).not.toThrow()
})
