import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeHost, originList, relationOf } from '../../src/server/hosts.ts'
import { anyText } from '../any-text.ts'

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
  ])('of another machine is foreign: %s', (host) => {
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
  ])('that is not a host is malformed: %j', (host) => {
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

  test('of any text is judged, and an allowed one is a loopback host of a URL', () => {
    const odd = anyText({ maxLength: 40 })
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

describe('the sender of a request', () => {
  const host = 'localhost:8080'
  const own = `http://${host}`
  test.each([
    ['no page', {}, 'same-origin'],
    ['a client that sends only its mode, as fetch of Node does', { 'sec-fetch-mode': 'cors' }, 'same-origin'],
    ['a page of its own origin', { origin: own, 'sec-fetch-site': 'same-origin' }, 'same-origin'],
    ['a typed address', { 'sec-fetch-site': 'none' }, 'same-origin'],
    ['a listed page', { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }, 'same-origin'],
    ['a listed page, by its Referer', { referer: 'http://localhost:5173/a' }, 'same-origin'],
    [
      'a picture in a listed page of another site',
      { referer: 'http://app.test/', 'sec-fetch-site': 'cross-site' },
      'same-origin',
    ],
    ['a page of another port', { origin: 'http://localhost:5174' }, 'same-site'],
    ['a page of the port that the scheme implies', { origin: 'http://localhost' }, 'same-site'],
    ['another port that hides its origin', { 'sec-fetch-site': 'same-site' }, 'same-site'],
    [
      'its own origin, redirected by another port',
      { origin: own, 'sec-fetch-site': 'same-site' },
      'same-site',
    ],
    ['a page of another port, by its Referer', { referer: 'http://localhost:5174/a?b#c' }, 'same-site'],
    ['a page of its own, by its Referer', { referer: `${own}/a` }, 'same-origin'],
    ['a page of another host', { origin: 'http://evil.com' }, 'cross-site'],
    ['a page of a host below its own', { origin: 'http://a.localhost:8080' }, 'cross-site'],
    ['a page of a host with the same beginning', { origin: 'http://localhost.evil.com:8080' }, 'cross-site'],
    ['a page at the other loopback name', { origin: 'http://127.0.0.1:8080' }, 'cross-site'],
    ['a page of another scheme', { origin: 'chrome-extension://localhost:8080' }, 'cross-site'],
    ['a page whose origin is hidden', { origin: 'null' }, 'cross-site'],
    ['an empty origin', { origin: '' }, 'cross-site'],
    ['two origins', { origin: 'http://localhost:8080, http://evil.com' }, 'cross-site'],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, 'cross-site'],
    ['an unknown kind of site', { 'sec-fetch-site': 'other' }, 'cross-site'],
    ['its own origin with another site', { origin: own, 'sec-fetch-site': 'cross-site' }, 'cross-site'],
    [
      'a foreign origin with its own site',
      { origin: 'http://evil.com', 'sec-fetch-site': 'same-origin' },
      'cross-site',
    ],
    ['a page of another host, by its Referer', { referer: 'http://evil.com/a' }, 'cross-site'],
    ['a Referer with a user', { referer: 'http://localhost:8080@evil.com/' }, 'cross-site'],
    ['a Referer with a backslash', { referer: 'http://localhost:8080\\.evil.com/' }, 'cross-site'],
    ['a Referer that is no address', { referer: 'somewhere' }, 'cross-site'],
    [
      'a foreign Referer with its own site',
      { referer: 'http://evil.com/', 'sec-fetch-site': 'same-origin' },
      'same-origin',
    ],
    [
      'a foreign Referer with a typed address',
      { referer: 'http://evil.com/', 'sec-fetch-site': 'none' },
      'cross-site',
    ],
    [
      'a prefetch by a page that the browser does not name',
      { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch' },
      'cross-site',
    ],
    [
      'a prefetch by its own page',
      { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
      'same-origin',
    ],
    ['a foreign Referer with its own origin', { referer: 'http://evil.com/', origin: own }, 'same-origin'],
    [
      'a listed Referer with a foreign origin',
      { referer: 'http://app.test/', origin: 'http://evil.com' },
      'cross-site',
    ],
  ])('%s: %o is %s', (_, headers, relation) => {
    const listed = originList(['http://localhost:5173', 'http://APP.test:80'])
    expect(relationOf({ headers: headers as Record<string, string>, host }, listed)).toBe(relation)
  })

  test.each([
    '*',
    'localhost:5173',
    'http://a/',
    'http://',
    'null',
    'http://*',
    'http://a b',
    'http://a\\b',
    'http://a:b',
  ])('cannot be listed as %s', (origin) => {
    expect(() => originList([origin])).toThrow(TypeError)
  })
})
