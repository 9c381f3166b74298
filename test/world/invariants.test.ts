import { expect, test } from 'vitest'
import { checkResult } from '../../src/world/invariants.ts'

const answered = (operation: string | undefined, outcome: object, parts?: object[]) => () =>
  checkResult({ outcome, answer: { operation, ...(parts && { parts }) } } as never)
const ok = (value: unknown) => ({ ok: true, value })
const refused = (code: number) => ({ ok: false, error: { code, message: 'x' } })

test.each<[string, () => void, RegExp]>([
  [
    'a wrong member',
    answered('deleteCampaign', ok({ success: 'yes' })),
    /^deleteCampaign answered a wrong success: /,
  ],
  ['what is wrong as a whole', answered('deleteCampaign', ok(5)), /^deleteCampaign answered a wrong value: /],
  [
    'a code of another endpoint',
    answered('deleteCampaign', refused(104)),
    /^deleteCampaign answered 104, which/,
  ],
  [
    'a part with a wrong member',
    answered('batch', ok([]), [{ outcome: ok(5), answer: { operation: 'deleteCampaign' } }]),
    /^deleteCampaign answered a wrong value: /,
  ],
])('%s is a mistake', (_, check, message) => {
  expect(check).toThrow(message)
})

test.each<[string, () => void]>([
  ['what the endpoint promises', answered('deleteCampaign', ok({ success: true }))],
  ['a code of the endpoint', answered('deleteCampaign', refused(100))],
  ['the answer of no endpoint', answered(undefined, ok(5))],
])('%s is none', (_, check) => {
  expect(check).not.toThrow()
})
