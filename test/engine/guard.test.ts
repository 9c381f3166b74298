import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type GuardLimits,
  type GuardResult,
  guard,
  isPlainObject,
  type Json,
} from '../../src/engine/values/guard.ts'

const accepted = (value: Json): GuardResult => ({ ok: true, value })
const refused = (path: string, problem: string): GuardResult => ({ ok: false, path, problem })

const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}
const fail = (): never => {
  throw new Error('read')
}
const throwing = (name: string, trap: keyof ProxyHandler<object>) => ({
  [name]: new Proxy({ a: 1 }, { [trap]: fail } as ProxyHandler<object>),
})
const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}
const list = (inner: unknown) => [inner]
const record = (inner: unknown) => ({ a: inner })
const numbered = (members: number) =>
  Object.fromEntries(Array.from({ length: members }, (_, index) => [`k${index}`, index]))
const namesake = Object.defineProperty(class {}, 'name', { value: 'Object' })
class Point {
  readonly x = 1
}

describe('a value that is copied', () => {
  const date = new Date(Date.UTC(2026, 0, 15, 9, 0, 0, 7))
  const bytes = Uint8Array.of(0x66, 0x6f, 0x6f)
  test.each<[string, () => unknown, Json]>([
    ['null', () => null, null],
    ['a boolean', () => false, false],
    ['a number', () => 1.5, 1.5],
    ['minus zero', () => -0, 0],
    ['minus zero within', () => [{ a: -0 }], [{ a: 0 }]],
    ['text', () => 'naïve 😀', 'naïve 😀'],
    ['a bigint', () => 9223372036854775807n, '9223372036854775807'],
    ['a negative bigint', () => ({ a: -1n }), { a: '-1' }],
    ['a date', () => date, '2026-01-15T09:00:00.007Z'],
    ['a date of another realm', () => runInNewContext('new Date(0)'), '1970-01-01T00:00:00.000Z'],
    ['bytes', () => ({ file: bytes }), { file: { $base64: 'Zm9v' } }],
    ['bytes of a subclass', () => Buffer.from('foobar'), { $base64: 'Zm9vYmFy' }],
    ['bytes of another realm', () => runInNewContext('Uint8Array.of(102)'), { $base64: 'Zg==' }],
    [
      'bytes that misstate their length',
      () => Object.defineProperty(bytes.slice(), 'length', { value: 1e9 }),
      { $base64: 'Zm9v' },
    ],
    ['an undefined member', () => ({ a: undefined, b: 1 }), { b: 1 }],
    ['members under symbols', () => ({ [Symbol('a')]: 1, b: 1 }), { b: 1 }],
    ['a hidden member', () => Object.defineProperty({ b: 1 }, 'a', { value: 1 }), { b: 1 }],
    [
      'a member made by a getter',
      () => ({
        get a() {
          return 1
        },
      }),
      { a: 1 },
    ],
    ['a member named __proto__', () => JSON.parse('{"__proto__":{"a":1},"b":2}'), { b: 2 }],
    [
      'members named as those of every object',
      () => ({ constructor: 1, toString: 2 }),
      { constructor: 1, toString: 2 },
    ],
    ['an object without prototype', () => Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['an object of another realm', () => runInNewContext('({ a: [1] })'), { a: [1] }],
    [
      'an object that inherits members',
      () => runInNewContext('Object.prototype.b = 1; ({ a: 1 })'),
      { a: 1 },
    ],
    ['a frozen object', () => Object.freeze({ a: Object.freeze([1]) }), { a: [1] }],
    ['a proxy of an object', () => new Proxy({ a: 1 }, {}), { a: 1 }],
    ['a thing said twice', () => ((one) => [one, one])({ a: 1 }), [{ a: 1 }, { a: 1 }]],
    ['an empty array and object', () => [[], {}], [[], {}]],
  ])('%s', (_, value, expected) => {
    expect(guard(value())).toStrictEqual(accepted(expected))
  })
})

describe('a value that is refused', () => {
  const holes: unknown[] = ['a']
  holes[2] = 'c'
  const cyclic: { inner: { list: unknown[] } } = { inner: { list: [1] } }
  cyclic.inner.list.push(cyclic)
  test.each<[string, () => unknown, string, string]>([
    ['undefined', () => undefined, '', 'undefined is not JSON'],
    ['undefined in an array', () => ({ a: [1, undefined] }), 'a[1]', 'undefined is not JSON'],
    ['a hole', () => holes, '[1]', 'undefined is not JSON'],
    ['a function', () => ({ a: { b: () => 1 } }), 'a.b', 'a function is not JSON'],
    ['a symbol', () => [Symbol('x')], '[0]', 'a symbol is not JSON'],
    ['NaN', () => ({ a: Number.NaN }), 'a', 'NaN is not JSON'],
    ['infinity', () => [[-Infinity]], '[0][0]', '-Infinity is not JSON'],
    ['an endless bigint', () => ({ a: 1n << 5000n }), 'a', 'a bigint of more than 4096 bits is not JSON'],
    ['an invalid date', () => ({ at: new Date(Number.NaN) }), 'at', 'an invalid date is not JSON'],
    [
      'what only looks like a date',
      () => Object.create({ [Symbol.toStringTag]: 'Date' }),
      '',
      'reading it throws',
    ],
    ['a map', () => ({ files: [{ bytes: new Map() }] }), 'files[0].bytes', 'an instance of Map is not JSON'],
    ['a toJSON, which is not called', () => ({ toJSON: () => 1 }), 'toJSON', 'a function is not JSON'],
    [
      'what inherits from a bare object',
      () => Object.create(Object.create(null)),
      '',
      'an instance of a class is not JSON',
    ],
    ['a set', () => new Set(), '', 'an instance of Set is not JSON'],
    ['a boxed number', () => ({ a: Object(1) }), 'a', 'an instance of Number is not JSON'],
    ['an instance', () => ({ a: new Point() }), 'a', 'an instance of Point is not JSON'],
    ['a class that calls itself Object', () => new namesake(), '', 'an instance of Object is not JSON'],
    ['an instance of a nameless class', () => new (class {})(), '', 'an instance of a class is not JSON'],
    ['a buffer', () => new ArrayBuffer(1), '', 'an instance of ArrayBuffer is not JSON'],
    ['numbers of another width', () => new Uint16Array(1), '', 'an instance of Uint16Array is not JSON'],
    ['a promise', () => Promise.resolve(), '', 'an instance of Promise is not JSON'],
    ['half a character', () => ({ a: ['\ud800'] }), 'a[0]', 'text is not well-formed Unicode'],
    ['half a character in a key', () => ({ '\udc00': 1 }), '["\\udc00"]', 'text is not well-formed Unicode'],
    [
      'a throwing getter',
      () => ({
        a: {
          get b() {
            return fail()
          },
        },
      }),
      'a.b',
      'reading it throws',
    ],
    ['a revoked proxy', () => [revoked({})], '[0]', 'reading it throws'],
    ['a revoked proxy of an array', () => ({ a: revoked([]) }), 'a', 'reading it throws'],
    ['a proxy that throws for its keys', () => throwing('a', 'ownKeys'), 'a', 'reading it throws'],
    ['a proxy that throws for a member', () => throwing('a', 'get'), 'a.a', 'reading it throws'],
    [
      'a proxy that throws for its prototype',
      () => throwing('a', 'getPrototypeOf'),
      'a',
      'reading it throws',
    ],
    ['a cycle', () => cyclic, 'inner.list[1]', 'contains itself'],
    ['a key that is no word', () => ({ 'a b': { '': Number.NaN } }), '["a b"][""]', 'NaN is not JSON'],
  ])('%s', (_, value, path, problem) => {
    expect(guard(value())).toStrictEqual(refused(path, problem))
  })
})

describe('limits', () => {
  test.each<[string, () => unknown, Partial<GuardLimits>, boolean]>([
    ['arrays as deep as allowed', () => nested(100, list), {}, true],
    ['arrays one deeper', () => nested(101, list), {}, false],
    ['objects as deep as allowed', () => nested(100, record), {}, true],
    ['objects one deeper', () => nested(101, record), {}, false],
    ['10^6 arrays inside one another', () => nested(1e6, list), {}, false],
    ['10^6 objects inside one another', () => nested(1e6, record), {}, false],
    ['1,000 arrays, where that is allowed', () => nested(1e3, list), { depth: 1e3 }, true],
    ['1,000 objects, where that is allowed', () => nested(1e3, record), { depth: 1e3 }, true],
    ['text where nothing may nest', () => 'a', { depth: 0 }, true],
    ['an array where nothing may nest', () => [], { depth: 0 }, false],
    ['as many values as allowed', () => [1, 2, 3], { size: 4 }, true],
    ['one value more', () => [1, 2, 3, 4], { size: 4 }, false],
    ['a member that is left out counts', () => ({ a: undefined, b: 1 }), { size: 2 }, false],
    ['text as long as allowed', () => 'x'.repeat(127), { size: 2 }, true],
    ['text that is longer', () => 'x'.repeat(128), { size: 2 }, false],
    ['a key as long as allowed', () => ({ ['x'.repeat(127)]: 1 }), { size: 3 }, true],
    ['as many members of an object as allowed', () => numbered(3), { members: 3 }, true],
    ['a member more', () => numbered(4), { members: 3 }, false],
    ['members of two objects', () => [numbered(3), numbered(3)], { members: 3 }, true],
    ['as many members as values', () => numbered(2), { size: 3 }, true],
    ['more members than values', () => numbered(3), { size: 3 }, false],
    ['a bigint of 4096 bits', () => 2n ** 4095n - 1n, {}, true],
    ['a bigint of 4097 bits', () => 2n ** 4095n, {}, false],
    ['a negative bigint of 4096 bits', () => -(2n ** 4095n), {}, true],
    ['a negative bigint of 4097 bits', () => -(2n ** 4095n) - 1n, {}, false],
    ['a key that is too long', () => ({ ['x'.repeat(128)]: 1 }), { size: 3 }, false],
    ['bytes as many as allowed', () => new Uint8Array(48), { size: 2 }, true],
    ['one byte more', () => new Uint8Array(49), { size: 2 }, false],
    ['as many distinct members as allowed', () => [{ a: 1, b: 1 }, { a: 1 }], { distinctMembers: 2 }, true],
    ['a name more', () => [{ a: 1, b: 1 }, { c: 1 }], { distinctMembers: 2 }, false],
    ['a name at another place', () => [{ a: 1, b: 1 }, { b: 1 }], { distinctMembers: 2 }, false],
    ['a name within the object of a name', () => ({ a: { a: 1 }, b: 1 }), { distinctMembers: 2 }, true],
    ['100 known names', () => [numbered(100), numbered(100)], { distinctMembers: 100 }, true],
    ['101 known names', () => [numbered(101), numbered(101)], { distinctMembers: 102 }, true],
    ['101 known names, one too many', () => [numbered(101), numbered(101)], { distinctMembers: 101 }, false],
    ['an undefined member is not distinct', () => ({ a: 1, b: undefined }), { distinctMembers: 1 }, true],
    ['10^5 members', () => numbered(1e5), {}, true],
    ['an array of four thousand million holes', () => new Array(4e9), {}, false],
    ['2^60 readings of 60 objects', () => nested(60, (inner) => [inner, inner]), {}, false],
  ])('%s', (_, value, limits, ok) => {
    expect(guard(value(), limits).ok).toBe(ok)
  })

  test('the problem names the limit', () => {
    expect(guard({ a: [[1]] }, { depth: 2 })).toStrictEqual(refused('a[0]', 'nested more than 2 deep'))
    expect(guard([numbered(1), numbered(2)], { members: 1 })).toStrictEqual(
      refused('[1]', 'an object of 2 members, more than 1'),
    )
    expect(guard([{ a: 1 }, { b: 2 }], { distinctMembers: 1 })).toStrictEqual(
      refused('[1].b', 'more than 1 distinct members'),
    )
    expect(guard({ a: [1, 2] }, { size: 3 })).toStrictEqual(refused('a', 'too large'))
    expect(guard({ a: [1, 'x'.repeat(64)] }, { size: 4 })).toStrictEqual(refused('a[1]', 'too large'))
  })

  test('an endless value is read only up to the limits', () => {
    let reads = 0
    const endless: unknown[] = new Proxy([], {
      get(_, key) {
        reads++
        return key === 'length' ? 50 : endless
      },
    })
    expect(guard(endless, { depth: 1e9, size: 1000 })).toMatchObject({ ok: false, problem: 'too large' })
    expect(reads).toBeLessThan(3000)
  })

  test.each([Number.NaN, Infinity, '3', 2 ** 53])(
    'a proxy that gives its length as %s is refused',
    (length) => {
      expect(guard(new Proxy([], { get: () => length })).ok).toBe(false)
    },
  )

  test('an object with too many members is refused before any is read', () => {
    let reads = 0
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, index]))
    const counted = new Proxy(many, { get: () => ++reads })
    expect(guard({ a: counted }, { size: 99 })).toStrictEqual(refused('a', 'too large'))
    expect(reads).toBe(0)
  })

  test.each(['😀', 'x😀', 'x'])('a path is short and well-formed for keys of any length (of %s)', (start) => {
    const guarded = guard({ [start + start.slice(-2).repeat(1e5)]: { ['x'.repeat(1e5)]: Number.NaN } })
    expect(guarded).toMatchObject({ ok: false, problem: 'NaN is not JSON' })
    if (guarded.ok) return
    expect(guarded.path.length).toBeLessThan(300)
    expect(guarded.path.isWellFormed()).toBe(true)
  })
})

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
  maxDepth: 4,
})

/** Every object in a value, itself included. */
function parts(value: unknown): object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(parts)] : []
}

describe('for any value', () => {
  test('the result is plain JSON or a problem, and the input does not change', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const before = fc.stringify(value)
        const guarded = guard(value)
        expect(fc.stringify(value)).toBe(before)
        if (guarded.ok) expect(JSON.parse(JSON.stringify(guarded.value))).toStrictEqual(guarded.value)
        else expect(guarded.problem).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  test('JSON is copied to an equal value that shares nothing with it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        const guarded = guard(value)
        expect(guarded).toStrictEqual(accepted(withoutProto(JSON.parse(text))))
        expect(JSON.stringify(value)).toBe(text)
        const given = new Set(parts(value))
        expect(parts(guarded).filter((part) => given.has(part))).toEqual([])
        expect([...given].filter((part) => Object.isFrozen(part) && Object.keys(part).length > 0)).toEqual([])
      }),
    )
  })

  test('changing the input afterwards changes nothing', () => {
    const bytes = Uint8Array.of(1, 2, 3)
    const input = { list: [{ a: 1 }], at: new Date(0), bytes }
    const guarded = guard(input)
    input.list[0] = { a: 2 }
    input.list.push({ a: 3 })
    input.at.setTime(1)
    bytes.fill(9)
    expect(guarded).toStrictEqual(
      accepted({ list: [{ a: 1 }], at: '1970-01-01T00:00:00.000Z', bytes: { $base64: 'AQID' } }),
    )
  })

  test('a member named __proto__ sets no prototype', () => {
    const guarded = guard(JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'))
    if (guarded.ok) expect(Object.getPrototypeOf(guarded.value)).toBe(Object.prototype)
    expect(guarded.ok && Object.keys(guarded.value ?? {})).toEqual(['constructor'])
    expect('a' in {}).toBe(false)
  })

  test('each member is read once', () => {
    let reads = 0
    guard({
      get a() {
        return ++reads
      },
    })
    expect(reads).toBe(1)
  })
})

function withoutProto(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutProto)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as { readonly [key: string]: Json }).filter(
    ([key]) => key !== '__proto__',
  )
  return Object.fromEntries(members.map(([key, member]) => [key, withoutProto(member)]))
}

describe('a plain object', () => {
  test.each<[string, () => unknown, boolean]>([
    ['a literal', () => ({}), true],
    ['one without prototype', () => Object.create(null), true],
    ['one of another realm', () => runInNewContext('({})'), true],
    ['an array', () => [], false],
    ['an array without prototype', () => Object.setPrototypeOf([], null), false],
    ['null', () => null, false],
    ['text', () => 'a', false],
    ['a function', () => () => 1, false],
    ['a map', () => new Map(), false],
    ['an instance', () => new Point(), false],
    ['a map of another realm', () => runInNewContext('new Map()'), false],
    ['a revoked proxy', () => revoked({}), false],
  ])('%s', (_, value, plain) => {
    expect(isPlainObject(value())).toBe(plain)
  })
})
