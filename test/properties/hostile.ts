import fc from 'fast-check'

/** Texts that have hurt programs before. */
export const naughtyTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  'a\udc00b',
  '\u202e\u2066',
  'İıß',
  '💥'.repeat(40),
  '%',
  '%00',
  '%zz',
  '../../..',
  '//',
  '?',
  '#',
  '[',
  '{"a":',
  'NaN',
  '-0',
  '1e309',
  '9223372036854775808',
  '00000000000000000000',
  "' or 1=1",
  '<script>',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'act_',
  'act___proto__',
  'me',
  '1_2_3',
  '999999999999999',
  'x'.repeat(5_000),
]

/** Numbers at the edges of what numbers can say. */
const naughtyNumbers: readonly number[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  8_640_000_000_000_000,
  8_640_000_000_000_001,
  -62_135_596_800_001,
  2 ** 31,
  0.1,
]

const thrower = (): never => {
  throw new Error('hostile')
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

function cycle(): object {
  const loop: Record<string, unknown> = { type: 'call' }
  loop['params'] = loop
  return loop
}

/** A value nested so deep that any recursion over it ends in an overflow. */
export function nested(depth: number, asArray: boolean): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = asArray ? [value] : { a: value }
  return value
}

/** An object whose own members are named like the machinery of objects, at every level. */
export function poisonous(depth = 3): object {
  const inner = depth === 0 ? { polluted: true } : poisonous(depth - 1)
  const members = ['__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'then', 'length']
  const made = {}
  for (const key of members) {
    Object.defineProperty(made, key, { value: inner, enumerable: true, configurable: true, writable: true })
  }
  return made
}

/** Values that no JSON text can say, by name: each is made anew when it is handed in. */
export const hostileMakers: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  function: () => () => 1,
  symbol: () => Symbol('hostile'),
  'large bigint': () => 10n ** 30n,
  'huge bigint': () => 1n << 100_000n,
  'invalid date': () => new Date(Number.NaN),
  date: () => new Date(0),
  expression: () => /a+/g,
  map: () => new Map([[1, 2]]),
  set: () => new Set([1]),
  error: () => new Error('hostile'),
  promise: () => Promise.resolve(1),
  bytes: () => new Uint8Array(3),
  floats: () => new Float64Array(2),
  buffer: () => new ArrayBuffer(8),
  instance: () => Object.assign(Object.create({ constructor: Map }), { type: 'call' }) as object,
  inherited: () => Object.create({ type: 'call' }) as object,
  'without prototype': () => Object.assign(Object.create(null), { type: 'call' }) as object,
  'throwing type': () => Object.defineProperty({}, 'type', { enumerable: true, get: thrower }),
  'throwing params': () =>
    Object.defineProperty({ type: 'call' }, 'params', { enumerable: true, get: thrower }),
  'throwing item': () => Object.defineProperty([], '0', { enumerable: true, get: thrower }),
  'throwing conversions': () => ({ toString: thrower, valueOf: thrower, toJSON: thrower }),
  'throwing keys': () => new Proxy({}, { ownKeys: thrower }),
  'throwing prototype': () => new Proxy({}, { getPrototypeOf: thrower }),
  'throwing members': () => new Proxy({ type: 'tick' }, { get: thrower }),
  'endless list': () => new Proxy([], { get: (_, key) => (key === 'length' ? 2 ** 40 : thrower()) }),
  'changing type': () => {
    let reads = 0
    return Object.defineProperty({}, 'type', {
      enumerable: true,
      get: () => (reads++ === 0 ? 'load' : 'tick'),
    })
  },
  'revoked object': () => revoked({}),
  'revoked list': () => revoked([]),
  'revoked function': () => revoked(() => 1),
  'object in itself': cycle,
  'list in itself': () => {
    const list: unknown[] = []
    list.push(list)
    return list
  },
  'list of holes': () => new Array(5),
  'list with members': () => Object.assign([1, 2], { extra: 1 }),
  'machinery of objects': () => poisonous(),
  'wrong bytes': () => ({ $base64: 'not base64!' }),
  'number as bytes': () => ({ $base64: 1 }),
  'list of depth 99': () => nested(99, true),
  'object of depth 101': () => nested(101, false),
}

/** What stands for a hostile value until it is handed in: fast-check could not hold or print all of them. */
const hostileName = (name: string): object => ({ $hostile: name })

const special = fc.constantFrom(...Object.keys(hostileMakers)).map(hostileName)
const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'type', 'id', 'a'),
  fc.string({ maxLength: 4 }),
)

/** Anything a program may hand in where one value is asked for, as a recipe. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(...naughtyTexts), weight: 3 },
  { arbitrary: fc.constantFrom(...naughtyNumbers), weight: 2 },
  { arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }), weight: 2 },
  { arbitrary: special, weight: 3 },
  {
    arbitrary: fc
      .anything({
        key: names,
        maxDepth: 3,
        maxKeys: 4,
        withBigInt: true,
        withBoxedValues: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withObjectString: true,
        withSet: true,
        withSparseArray: true,
        withTypedArray: true,
      })
      .map(($raw) => ({ $raw })),
    weight: 1,
  },
)
