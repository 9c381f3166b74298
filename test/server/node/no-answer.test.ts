import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { noAnswerReason } from '../../../src/server/proxy/no-answer.ts'
import { sendOnce } from '../../../src/server/proxy/remote.ts'

const failed = (code: string, message = 'a\nb') => Object.assign(new Error(message), { code })

test('https to a server of plain http is said in words', async () => {
  const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const error = await sendOnce({ method: 'GET', url, headers: {} }, AbortSignal.timeout(5_000)).catch(
    (thrown: unknown) => thrown,
  )
  server.close()
  expect(noAnswerReason(error)).toBe('it does not speak TLS: does its URL begin with http://?')
})

test.each([
  ['a certificate of its own', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'let NODE_EXTRA_CA_CERTS name a file'],
  ['an unknown issuer', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'let NODE_EXTRA_CA_CERTS name a file'],
  ['an unknown host', 'ENOTFOUND', 'its host has no address'],
  ['any other error, in one line', 'ECONNRESET', 'a'],
])('%s', (_, code, reason) => {
  expect(noAnswerReason(failed(code))).toContain(reason)
  expect(noAnswerReason(failed(code))).not.toContain('\n')
})
