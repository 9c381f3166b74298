import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { holds } from '../chance.ts'
import { expectCheap } from './cost.ts'

/** A text of up to 20,000 different characters, because each different one costs a step of Punycode. */
const distinct = (length: number): string =>
  Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join('')

const pieces = [
  ...[
    'a',
    '.',
    'ü.',
    '\ufdfa',
    '@',
    ':',
    '1.',
    '0x',
    '%',
    '%C3%BC',
    '[',
    '\t',
    ' ',
    '\\',
    '/',
    '../',
    '?',
    '#',
  ],
  ...['xn--a', 'xn--9', 'ا\u0651\u200c', '\u0301\u0323', '\u00ad', '\ufdd0', '🙂', '-', '\u3002', '{'],
]
const repeated = fc
  .tuple(fc.constantFrom(...pieces), fc.constantFrom(1, 30, 500, 8_000, 100_000))
  .map(([piece, times]) => piece.repeat(Math.min(times, Math.floor(100_000 / piece.length))))
const stretch = fc.oneof(repeated, fc.constantFrom(100, 500, 20_000, 100_000).map(distinct))
const urls = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'http:', 'fbgeo://1,2', ''),
    stretch,
    stretch,
    fc.constantFrom('', '/', 'a'),
  )
  .map((parts) => parts.join(''))

const start = createWorld({ history: 'off' })
const names = start.starter()

/** Calls that take a URL. */
const ways: readonly ((
  world: World,
  url: string,
) => { readonly ok: boolean; readonly error?: { code: number } })[] = [
  (world, link) => world.as(names.pageToken).publishPost({ page: names.page, link }),
  (world, url) => world.as(names.pageToken).uploadPagePhoto({ page: names.page, url }),
  (world, redirect_uri) => {
    return world.as('').authorize({ client_id: names.app, response_type: 'code', redirect_uri })
  },
  (world, domain) => world.actions.registerDomain({ page: names.page, domain }),
]

test('any URL is read, or refused with 100, at little more than the cost of a message of its size', () => {
  const way = fc.constantFrom(...ways)
  holds(
    100,
    fc.property(way, urls, (ask, url) => {
      const outcome = ask(start.fork(), url)
      if (!outcome.ok) expect(outcome.error?.code).toBe(100)
      const message = 'x'.repeat(url.length)
      const plain = () => start.fork().as(names.pageToken).publishPost({ page: names.page, message })
      expectCheap(() => ask(start.fork(), url), plain, 40)
    }),
  )
})
