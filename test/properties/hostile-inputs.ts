import fc from 'fast-check'
import { anyText, anyUrl } from '../any-text.ts'
import { hostileValue, naughtyTexts, nested, poisonous } from './hostile.ts'
import { actionsByName, anyInput, callsByName } from './inputs.ts'
import type { Recipe } from './recipes.ts'

type Recipes = fc.Arbitrary<Recipe>

const inputTypes = [
  'request',
  'call',
  'action',
  'advance',
  'tick',
  'fault',
  'configure',
  'load',
  'unreadable',
]
const memberNames = fc.constantFrom(
  ...['method', 'url', 'headers', 'body', 'params', 'files', 'operation', 'token', 'version', 'name', 'to'],
  ...[
    'add',
    'remove',
    'clear',
    'seed',
    'policy',
    'starter',
    'snapshot',
    'problem',
    '__proto__',
    'constructor',
  ],
)

const members = fc
  .array(fc.tuple(memberNames, hostileValue), { maxLength: 5 })
  .map((pairs) => Object.fromEntries(pairs))

/** Inputs whose type is known, and nothing else of which fits. */
const ofKnownType: Recipes = fc
  .tuple(fc.constantFrom(...inputTypes), members)
  .map(([type, rest]) => ({ ...rest, type }))

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Object.keys(value).some((key) => key.startsWith('$'))

/** The recipe with the value at the `at`-th place of it, counted through all levels, replaced by another. */
function replacedAt(recipe: Recipe, at: number, value: Recipe): Recipe {
  const places: (readonly string[])[] = []
  const visit = (part: Recipe, where: readonly string[]): void => {
    if (!isBranch(part)) return
    for (const [key, inner] of Object.entries(part)) {
      places.push([...where, key])
      visit(inner, [...where, key])
    }
  }
  visit(recipe, [])
  const place = places[at % Math.max(1, places.length)]
  return place ? replaced(recipe, place, value) : value
}

function replaced(recipe: Recipe, [key, ...rest]: readonly string[], value: Recipe): Recipe {
  if (key === undefined) return value
  const entries = Object.entries(recipe as object).map(([name, inner]) => [
    name,
    name === key ? replaced(inner, rest, value) : inner,
  ])
  return Array.isArray(recipe) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** Inputs that make sense, but for one value somewhere in them. */
const mutated = (inputs: Recipes): Recipes =>
  fc.tuple(inputs, fc.nat(40), hostileValue).map(([input, at, value]) => replacedAt(input, at, value))

const operationNames = [...callsByName.keys()]
const actionNames = [...actionsByName.keys()]

/** A hostile value in place of all parameters of an operation or an action. */
const hostileParams: Recipes = fc.oneof(
  fc.record({
    type: fc.constant('call'),
    operation: fc.oneof(fc.constantFrom(...operationNames), hostileValue),
    token: fc.oneof(fc.constant({ $name: 'userToken' }), hostileValue),
    params: hostileValue,
  }),
  fc.record({
    type: fc.constant('action'),
    name: fc.oneof(fc.constantFrom(...actionNames), hostileValue),
    params: hostileValue,
  }),
)

const contentTypes = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  '__proto__',
)

const multipart = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('--x', '--x--', '\r\n', 'Content-Disposition: form-data; name="a"'),
    ),
  )
  .map((parts) => parts.join('\r\n'))

const bodies = fc.oneof(
  fc.json({ maxDepth: 4 }),
  anyText(),
  fc.uint8Array({ maxLength: 60 }),
  multipart,
  fc.constantFrom(
    '{"__proto__":{"polluted":1}}',
    '__proto__[a]=1&constructor.prototype=2',
    'a[b][c]=1&a=2',
    '&&&=',
  ),
  hostileValue,
)

const urls = fc.oneof(
  fc.constantFrom(...naughtyTexts),
  anyText(),
  anyUrl,
  fc.constantFrom('/v7.0/__proto__', '/constructor/feed', '/act_/campaigns', '//x/y', '/me?method=__proto__'),
  fc
    .tuple(fc.constantFrom('__proto__', 'method', 'fields', 'access_token', 'limit'), anyText())
    .map(([name, value]) => `/v7.0/me?${name}=${value}`),
)

/** Requests of hostile urls, headers and bodies. */
const hostileRequests: Recipes = fc.record({
  type: fc.constant('request'),
  method: fc.oneof(fc.constantFrom('GET', 'POST', 'DELETE', 'PUT'), hostileValue),
  url: urls,
  headers: fc.oneof(
    contentTypes.map((type) => ({ 'content-type': type })),
    fc.dictionary(fc.constantFrom('content-type', '__proto__', 'authorization', ''), anyText()),
    hostileValue,
  ),
  body: bodies,
})

/** Hostile inputs of every kind. */
export const hostileInput: Recipes = fc.oneof(
  { arbitrary: hostileValue, weight: 2 },
  { arbitrary: ofKnownType, weight: 3 },
  { arbitrary: mutated(anyInput), weight: 6 },
  { arbitrary: mutated(fc.oneof(...callsByName.values(), ...actionsByName.values())), weight: 6 },
  { arbitrary: hostileParams, weight: 3 },
  { arbitrary: hostileRequests, weight: 4 },
)

const DEEP = 100_000
const MANY = 1_000_000

/** Values too large or too deep to be looked at again and again, by name. */
export const heavyValues: Readonly<Record<string, () => unknown>> = {
  'lists of depth 100,000': () => nested(DEEP, true),
  'objects of depth 100,000': () => nested(DEEP, false),
  'machinery of objects at 5 levels': () => poisonous(5),
  // Ten times the bound. To list the members of a larger one takes Node a second, and shows nothing more.
  'an object of 100,000 members': () =>
    Object.fromEntries(Array.from({ length: MANY / 10 }, (_, place) => [`key${place}`, place])),
  'a list of a million items': () => Array.from({ length: MANY }, (_, place) => place),
  'a list of two hundred million holes': () => new Array(200_000_000),
  'a text of ten million characters': () => 'x'.repeat(10 * MANY),
  'a JSON text of depth 100,000': () => `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  'a JSON text of objects of depth 100,000': () => `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  'a million brackets': () => '[{'.repeat(MANY / 2),
  'a million commas': () => ','.repeat(MANY),
  'a million pairs of a form': () => 'a=1&'.repeat(MANY / 4),
  'a million distinct pairs': () => Array.from({ length: MANY / 4 }, (_, place) => `a${place}=1`).join('&'),
  'a million digits': () => '9'.repeat(MANY),
  'a million blanks': () => ' '.repeat(MANY),
  'a million slashes': () => '/'.repeat(MANY),
  'eight million bytes': () => new Uint8Array(8 * MANY),
}
