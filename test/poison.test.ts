import { expect, test } from 'vitest'
import { poisoned, poisonedFunction, poisons } from './poison.ts'

const instant = new Date(0)

test.each<[string, () => unknown]>([
  ['the clock, by new Date()', () => new Date()],
  ['the clock, by Date()', () => Date()],
  ['the clock, by Date.now', () => Date.now()],
  ['the clock, by a subclass of Date', () => new (class extends Date {})()],
  ['the monotonic clock', () => performance.now()],
  ['the time zone, by getHours', () => instant.getHours()],
  ['the time zone, by getTimezoneOffset', () => instant.getTimezoneOffset()],
  ['the time zone, by setMonth', () => new Date(0).setMonth(1)],
  ['the time zone, by toString', () => String(instant)],
  ['chance', () => Math.random()],
  ['chance, by getRandomValues', () => crypto.getRandomValues(new Uint8Array(1))],
  ['chance, by randomUUID', () => crypto.randomUUID()],
  ...[
    'pow',
    'exp',
    'expm1',
    'log',
    'log2',
    'log10',
    'log1p',
    'sin',
    'cos',
    'tan',
    'atan2',
    'cbrt',
    'hypot',
  ].map((name): [string, () => unknown] => [
    `Math.${name}`,
    () => Reflect.apply(Reflect.get(Math, name), Math, [1, 1]),
  ]),
  ['a timer', () => clearTimeout(setTimeout(() => {}, 0))],
  ['an interval', () => clearInterval(setInterval(() => {}, 1000))],
  ['an immediate', () => clearImmediate(setImmediate(() => {}))],
  ['a microtask', () => queueMicrotask(() => {})],
  ['the environment', () => process.env['TZ']],
  ['the high-resolution clock', () => process.hrtime()],
  ['the high-resolution clock as bigint', () => process.hrtime.bigint()],
  ['the locale, by Intl', () => new Intl.NumberFormat()],
  ['the locale, by localeCompare', () => 'a'.localeCompare('b')],
  ['the locale, by toLocaleLowerCase of a string', () => 'I'.toLocaleLowerCase()],
  ['the locale, by toLocaleString of a number', () => (1).toLocaleString()],
  ['the locale, by toLocaleString of a bigint', () => 1n.toLocaleString()],
  ['the locale, by toLocaleString of an array', () => [1].toLocaleString()],
  ['the locale, by toLocaleString of bytes', () => new Uint8Array(1).toLocaleString()],
  ['the locale, by toLocaleDateString', () => instant.toLocaleDateString()],
  ['the URL parser of the runtime', () => new URL('http://a.test/')],
  ['the query parser of the runtime', () => new URLSearchParams('a=b')],
  ['the Base64 of the runtime', () => atob(btoa('a'))],
  ['garbage collection, by WeakRef', () => new WeakRef({})],
  ['garbage collection, by FinalizationRegistry', () => new FinalizationRegistry(() => {})],
])('%s throws inside and works outside', (_, read) => {
  expect(() => poisoned(read)).toThrow('is ambient')
  expect(read).not.toThrow()
})

test('the network throws inside and is restored', () => {
  const before = fetch
  expect(() => poisoned(() => fetch('http://localhost'))).toThrow('fetch is ambient')
  expect(fetch).toBe(before)
})

test.each<[string, () => unknown, unknown]>([
  ['an instant made from a number', () => new Date(86_400_000).toISOString(), '1970-01-02T00:00:00.000Z'],
  ['an instant in UTC', () => Date.UTC(1970, 0, 2), 86_400_000],
  ['instanceof Date', () => new Date(0) instanceof Date, true],
  ['rounding', () => Math.floor(1.5) + Math.round(2.5) + Math.max(1, 2) + Math.trunc(-1.5), 5],
  ['a square root', () => Math.sqrt(9), 3],
  ['a code point comparison', () => ['b', 'a'].sort(), ['a', 'b']],
])('%s stays possible', (_, compute, expected) => {
  expect(poisoned(compute)).toEqual(expected)
})

test('every poison changes its thing inside, and the same thing stands there afterwards', () => {
  const owners = [globalThis, Date, Date.prototype, Math, crypto, performance, process, String.prototype]
  const photograph = () => owners.map((owner) => Object.getOwnPropertyDescriptors(owner))
  const before = photograph()
  poisoned(() => {})
  expect(() => poisoned(() => JSON.parse('{'))).toThrow(SyntaxError)
  const after = photograph()
  before.forEach((descriptors, index) => {
    expect(Reflect.ownKeys(after[index] ?? {})).toEqual(Reflect.ownKeys(descriptors))
    for (const [key, { value, get }] of Object.entries(descriptors)) {
      expect(after[index]?.[key]?.get, key).toBe(get)
      expect(Object.is(after[index]?.[key]?.value, value), key).toBe(true)
    }
  })
})

test('nested calls restore the outer poison first', () => {
  poisoned(() => {
    poisoned(() => {}, ['Math.random'])
    expect(() => Math.random()).toThrow('is ambient')
  })
  expect(Math.random()).toBeLessThan(1)
})

test('only the named things are taken away', () => {
  expect(poisoned(() => Date.now(), ['Math.random'])).toBeGreaterThan(0)
  expect(() => poisoned(() => Math.random(), ['Math.random'])).toThrow('Math.random is ambient')
})

test('an unknown name is refused', () => {
  expect(() => poisoned(() => {}, ['Math.floor'])).toThrow('No poison is called Math.floor')
  expect(poisons).not.toContain('Math.floor')
})

test('an asynchronous callback is refused, for it would outlive the poison', () => {
  expect(() => poisoned(async () => 1)).toThrow('synchronous')
})

test('a wrapped function is poisoned at each call', () => {
  const roll = poisonedFunction((sides: number) => Math.floor(Math.random() * sides))
  const half = poisonedFunction((value: number) => Math.floor(value / 2))
  expect(() => roll(6)).toThrow('Math.random is ambient')
  expect(half(7)).toBe(3)
})
