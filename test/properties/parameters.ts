import fc from 'fast-check'
import { z } from 'zod'
import { hostileValue } from './hostile.ts'
import type { Recipe, Wanted } from './recipes.ts'

/** What the JSON Schema of a parameter says, as far as it is used here. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly description?: string
}

type Recipes = fc.Arbitrary<Recipe>

/** The first rows are those of the starter world, which more calls are allowed to touch. */
const pick = fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, { arbitrary: fc.nat(7), weight: 2 })

/** The id of a row of some kinds that exists by then. */
export const row = (kinds: readonly string[], where?: Wanted): Recipes =>
  pick.map((picked) => ({ $row: kinds, pick: picked, ...(where && { where }) }))

const person = row(['users'])
const actor = row(['users', 'apps', 'pages', 'adAccounts'])

/** An instant from now, in seconds, that a schedule takes. */
const soon = fc
  .integer({ min: 600, max: 75 * 86_400 })
  .map((seconds) => ({ $in: seconds, as: 'unix' as const }))
const anyInstant = fc.record({
  $in: fc.integer({ min: -400 * 86_400, max: 400 * 86_400 }),
  as: fc.constantFrom('unix', 'iso'),
})

/** What a parameter of this name refers to, wherever it stands. */
const byName: Readonly<Record<string, Recipes>> = {
  page: row(['pages']),
  place: row(['pages']),
  photo: row(['photos']),
  photos: fc.array(row(['photos']), { maxLength: 3 }),
  post: row(['posts']),
  user: person,
  friend: person,
  uid: person,
  users: fc.array(person, { maxLength: 3 }),
  administrators: fc.constant([{ $row: ['users'], pick: 0 }]),
  app: row(['apps']),
  actor: fc.oneof({ arbitrary: fc.constant({ $row: ['pages'], pick: 1 }), weight: 2 }, actor),
  adAccount: row(['adAccounts']),
  campaign: row(['campaigns']),
  source_campaign_id: row(['campaigns']),
  adSet: row(['adSets']),
  ad: row(['ads']),
  creative: row(['creatives']),
  form: row(['leadForms']),
  lead: row(['leads']),
  catalog: row(['catalogs']),
  feed: row(['productFeeds']),
  feedUpload: row(['feedUploads']),
  eventSource: row(['eventSources']),
  business: row(['businesses']),
  business_id: row(['businesses']),
  biz_tag_id: row(['businessTags']),
  token: fc.integer({ min: 2, max: 12 }).map((picked) => ({ $token: picked })),
  media_fbid: row(['photos'], 'temporary'),
  tag_uid: row(['users', 'pages']),
  scheduled_publish_time: soon,
  backdated_time: fc.integer({ min: -86_400 * 900, max: -1 }).map(($in) => ({ $in, as: 'unix' })),
  special_ad_categories: fc.constantFrom<readonly string[]>([], ['NONE'], ['HOUSING', 'CREDIT']),
  spend_cap: fc.integer({ min: 1_500_000, max: 9_000_000 }),
  age_min: fc.constantFrom(13, 18, 21),
  age_max: fc.constantFrom(40, 65),
  limit: fc.integer({ min: 1, max: 100 }),
  after: fc.constant(undefined),
  before: fc.constant(undefined),
  vault_image_id: fc.constant(undefined),
}

const requiredMembers = new Set(['key', 'media_fbid', 'value', 'tag_uid'])
const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('Hello', 'Grüße', 'naïve 🙂', 'ﬀ İ ı ß', '0', ''),
)
const webAddress = fc
  .tuple(fc.constantFrom('https://img.test/', 'http://web.test/a/'), fc.nat(9), fc.constantFrom('.png', ''))
  .map((parts) => parts.join(''))

function membersOf(properties: Readonly<Record<string, Schema>>): Recipes {
  const names = Object.keys(properties)
  const members = names.map((name) => [name, valid(name, properties[name] ?? {})] as const)
  const every = Object.fromEntries(members)
  const needed = names.filter((name) => requiredMembers.has(name))
  return fc.oneof(fc.record(every), fc.record(every, { requiredKeys: needed.length > 0 ? needed : names }))
}

function scalarOf({ type, format, pattern, minimum = 0, maximum = 1_000_000 }: Schema): Recipes {
  if (format === 'date-time' || format === 'unix-seconds') return anyInstant
  if (format === 'uri') return webAddress
  if (format === 'byte') return fc.constantFrom(new Uint8Array([1, 2, 3]), new Uint8Array(0))
  if (type === 'boolean') return fc.constantFrom(true, false, 'true', 0, '1')
  if (type === 'integer' || type === 'number') return fc.integer({ min: minimum, max: maximum })
  if (pattern !== undefined) return fc.nat().map(String)
  return words
}

/** A value that fits a parameter. */
function valid(name: string, schema: Schema): Recipes {
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (known) return known
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'array') return fc.array(valid('', schema.items ?? {}), { maxLength: 3 })
  if (schema.properties) return membersOf(schema.properties)
  if (schema.type === 'object') return fc.dictionary(fc.constantFrom('a', 'b', 'c'), words, { maxKeys: 2 })
  return scalarOf(schema)
}

const strangeNode = fc.oneof(actor, row(['photos', 'posts', 'leads', 'tokens']), fc.constant('999999999'))

/** A value next to those that fit: just beyond a bound, of a wrong case, another kind of node. */
function near({ type, enum: values, minimum, maximum, format }: Schema): Recipes {
  if (values) return fc.constantFrom(...values.map((value) => String(value).toLowerCase()), '', null)
  if (format === 'unix-seconds' || format === 'date-time') {
    return fc.constantFrom(0, { $in: 599 }, { $in: 75 * 86_400 + 1 }, '2026-02-30', -1, 1.5)
  }
  if (type === 'array') return fc.constantFrom<Recipe>('[', '{"a":1}', [null], ['', ''], 'a,,b', 7)
  if (type === 'object') return fc.constantFrom<Recipe>('{', '{}', [], { a: null }, 'null', '[]')
  if (type === 'integer' || type === 'number') {
    return fc.constantFrom((minimum ?? 0) - 1, (maximum ?? 2 ** 53) + 1, '1e3', ' 1', '01', 0.5, -0)
  }
  if (format === 'uri') return fc.constantFrom('ftp://a', 'https://', '//web.test', 'https://img.test/a.txt')
  return fc.oneof(strangeNode, fc.constantFrom('', 0, true, null, ['a']))
}

/** The parameters of an operation by name, and the names that it asks for. */
function shapeOf(params: z.ZodType): { members: [string, Schema][]; required: string[] } {
  const { properties = {} } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as Schema
  const { error } = params.safeParse({})
  const required = (error?.issues ?? []).map(({ path }) => String(path[0]))
  return { members: Object.entries(properties), required: [...new Set(required)] }
}

const hostileNames = fc.constantFrom('__proto__', 'constructor', 'toString', 'fields', 'a b', '', 'limit')

/** Parameters of which one or two are not as they have to be. */
function spoilt(good: Recipes, bad: fc.Arbitrary<readonly [string, Recipe]>): Recipes {
  return fc
    .tuple(good, fc.array(bad, { minLength: 1, maxLength: 2 }))
    .map(([params, changes]) => Object.fromEntries([...Object.entries(params as object), ...changes]))
}

/** Parameters of an operation: fitting, nearly fitting and hostile ones. */
export interface ParameterClasses {
  readonly valid: Recipes
  readonly near: Recipes
  readonly hostile: Recipes
}

/**
 * Parameters of an operation, drawn from its schema. `known` names parameters whose fitting values the schema
 * does not tell; all of them are sent.
 */
export function parameterClasses(
  schema: z.ZodType,
  known: Readonly<Record<string, Recipes>>,
): ParameterClasses {
  const { members, required } = shapeOf(schema)
  const all = new Map(members.map(([name, member]) => [name, valid(name, member)]))
  for (const [name, recipes] of Object.entries(known)) all.set(name, recipes)
  const needed = [...new Set([...required, ...Object.keys(known)])]
  const optional = [...all.keys()].filter((name) => !needed.includes(name))
  const some = fc.subarray(optional, { maxLength: Math.min(3, optional.length) })
  const one = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, all.get(name) ?? fc.constant(null)])))
  const good = fc.oneof(
    { arbitrary: one(needed), weight: 2 },
    some.chain((names) => one([...needed, ...names])),
  )
  const names = [...all.keys()]
  const schemas = new Map(members)
  const nearly = (name: string) => near(schemas.get(name) ?? {}).map((value) => [name, value] as const)
  const offBy =
    names.length > 0
      ? fc.oneof(
          fc.constantFrom(...names).chain(nearly),
          fc.tuple(fc.constantFrom(...names), fc.constant(undefined)),
        )
      : fc.tuple(hostileNames, words)
  const nasty = hostileValue
  const anyName = names.length > 0 ? fc.oneof(fc.constantFrom(...names), hostileNames) : hostileNames
  return { valid: good, near: spoilt(good, offBy), hostile: spoilt(good, fc.tuple(anyName, nasty)) }
}

/** Parameters of an operation: fitting, nearly fitting and hostile ones in equal parts. */
export function parameters(schema: z.ZodType, known: Readonly<Record<string, Recipes>>): Recipes {
  const { valid: good, near: spoiltALittle, hostile } = parameterClasses(schema, known)
  return fc.oneof(good, spoiltALittle, hostile)
}
