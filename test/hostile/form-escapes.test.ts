import { expect, test } from 'vitest'
import { isLong } from '../chance.ts'
import { begin } from '../service/scene.ts'
import { expectCheap } from './cost.ts'

const { world, adAccount, userToken } = begin({ history: 'off' })
const MEBIBYTES = isLong ? 20 : 5
const CHARACTERS = MEBIBYTES * 1024 * 1024

/** Uploads an image whose Base64 text is a unit repeated. */
function upload(unit: string): { code: number; message: string } {
  const { body } = world.request({
    method: 'POST',
    url: `/act_${adAccount}/adimages?access_token=${userToken}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `bytes=${unit.repeat(CHARACTERS / unit.length)}`,
  })
  return (JSON.parse(String(body)) as { error: { code: number; message: string } }).error
}

const NOT_BASE64 = 'Param bytes must be the Base64 text of an image'

test.each([
  ['percent signs that begin no escape', '%', `${NOT_BASE64}, got "%%%%`],
  ['percent signs before one digit', '%4', `${NOT_BASE64}, got "%4%4`],
  ['plus signs', '+', `${NOT_BASE64}, got "    `],
  ['escapes of letters', '%41', 'Missing or invalid image file'],
  ['escapes of several bytes each', '%F0%9F%98%80', `${NOT_BASE64}, got "😀😀`],
])(`${MEBIBYTES} MiB of %s are read at the cost of plain text`, (_, unit, message) => {
  const error = upload(unit)
  expect(error.code).toBe(100)
  expect(error.message).toContain(message)
  expectCheap(
    () => upload(unit),
    () => upload('A'),
    4,
  )
})
