import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isForeign, judgeHost, originList } from '../../src/adapters/hosts.ts'

describe('a Host', () => {
  test.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:8080',
    'a.localhost',
    'world-1.localhost:8080',
    '127.0.0.1',
    '127.0.0.1:8080',
    '127.255.255.254',
    '[::1]',
    '[::1]:8080',
    'localhost:65535',
  ])('of this machine is allowed: %s', (host) => {
    expect(judgeHost(host)).toBe('allowed')
  })

  test.each([
    'evil.com',
    'localhost.evil.com',
    'localhost.',
    'notlocalhost',
    '127.1',
    '127.0.0.256',
    '127.0.0.1.evil.com',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    '192.168.0.1',
    '[::ffff:127.0.0.1]',
    '[::]',
    '-.localhost',
    '.localhost',
  ])('of anybody else is foreign: %s', (host) => {
    expect(judgeHost(host)).toBe('foreign')
  })

  test.each([
    '',
    '[',
    '[::1',
    '%',
    'a b',
    'a@b',
    '\xff',
    'localhost:4555.evil.com',
    'localhost:',
    'localhost:99999',
    'localhost:-1',
    'localhost:80:80',
    'localhost/',
    'localhost, evil.com',
    ' localhost',
    'localhost\n',
    'loc\u212alhost',
    `${'a'.repeat(300)}.localhost`,
  ])('that is none is malformed: %j', (host) => {
    expect(judgeHost(host)).toBe('malformed')
  })

  test.each([
    ['box.test', 'box.test:8080', 'allowed'],
    ['box.test:8080', 'box.test:8080', 'allowed'],
    ['box.test:8080', 'box.test:8081', 'foreign'],
    ['BOX.test', 'box.TEST', 'allowed'],
    ['box.test', 'a.box.test', 'foreign'],
  ])('listed as %s: %s is %s', (listed, host, verdict) => {
    expect(judgeHost(host, [listed])).toBe(verdict)
  })

  test('is judged whatever text it is, and an allowed one makes an address', () => {
    const odd = fc.string({ unit: 'binary', maxLength: 40 })
    const near = fc.constantFrom(
      'localhost',
      '127.0.0.1',
      '[::1]',
      ':',
      '80',
      '.',
      '@',
      '%',
      ' ',
      '#',
      '/',
      '\\',
    )
    const hosts = fc.oneof(
      odd,
      fc.array(fc.oneof(near, odd), { maxLength: 5 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(hosts, (host) => {
        if (judgeHost(host) !== 'allowed') return
        const { hostname } = new URL(`http://${host}`)
        expect(hostname === '[::1]' || /^127\./.test(hostname) || /(^|\.)localhost$/.test(hostname)).toBe(
          true,
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('an asker', () => {
  const host = 'localhost:8080'
  test.each([
    ['no page', {}, false],
    ['a page of its own origin', { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }, false],
    ['an address typed in', { 'sec-fetch-site': 'none' }, false],
    ['a listed page', { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }, false],
    ['a page of another port', { origin: 'http://localhost:5174' }, true],
    ['a page of another host', { origin: 'http://evil.com' }, true],
    ['a page whose origin is hidden', { origin: 'null' }, true],
    ['an empty origin', { origin: '' }, true],
    ['two origins', { origin: 'http://localhost:8080, http://evil.com' }, true],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, true],
    ['another port that hides its origin', { 'sec-fetch-site': 'same-site' }, true],
    ['a site of a kind to come', { 'sec-fetch-site': 'other' }, true],
    [
      'its own origin beside another site',
      { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
      true,
    ],
  ])('%s is foreign or not', (_, headers, foreign) => {
    expect(isForeign({ headers: headers as Record<string, string>, host }, ['http://localhost:5173'])).toBe(
      foreign,
    )
  })

  test.each(['*', 'localhost:5173', 'http://a/', 'http://', 'null', 'http://*', 'http://a b'])(
    'cannot be listed as %s',
    (origin) => {
      expect(() => originList([origin])).toThrow(TypeError)
    },
  )
})
