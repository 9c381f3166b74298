import type { Json } from '../../../engine/values/guard.ts'
import type { DurableTable } from '../durable/part.ts'
import type { RedisData, RedisEntry, RedisValue } from './redis-engine.ts'
import { keptText } from './redis-text.ts'

/** The answer to a command as JSON holds it. */
export function asJson(value: RedisValue): Json {
  switch (value.kind) {
    case 'null':
    case 'null-array':
      return null
    case 'error':
      return `${value.code ?? 'ERR'} ${value.message}`
    case 'array':
    case 'set':
    case 'push':
      return value.items.map(asJson)
    case 'map':
    case 'map-pairs':
    case 'flat-pairs':
      return Object.fromEntries(value.entries.map(([key, held]) => [String(asJson(key)), asJson(held)]))
    case 'simple-string':
    case 'bulk-string':
    case 'verbatim':
      return Buffer.isBuffer(value.value) ? keptText(value.value) : value.value
    default:
      return typeof value.value === 'bigint' ? String(value.value) : value.value
  }
}

/** The entries of a mirror: those of a list, a map as one entry, or one value if it is there. */
export function entriesOf(value: RedisValue): Json[] {
  const json = asJson(value)
  if (Array.isArray(json)) return [...json]
  return json === null ? [] : [json]
}

/** An object in a text of JSON, whose members are compared apart; undefined if it is another text. */
function objectIn(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const rowOf = (text: string): Record<string, unknown> => objectIn(text) ?? { value: text }

const pairs = (words: readonly Buffer[]): Record<string, unknown> =>
  Object.fromEntries(
    words.flatMap((word, index) =>
      index % 2 === 0 ? [[keptText(word), keptText(words[index + 1] ?? Buffer.alloc(0))]] : [],
    ),
  )

/** The rows of a value: one for each entry of a list, a set or a stream. */
function rowsOf(value: RedisData): Record<string, unknown>[] {
  switch (value.type) {
    case 'string':
      return [rowOf(keptText(value.value))]
    case 'hash':
      return [
        Object.fromEntries(
          [...value.fields.values()].map((one) => [keptText(one.field), keptText(one.value)]),
        ),
      ]
    case 'list':
      return value.values.map((one) => rowOf(keptText(one)))
    case 'set':
      return [...value.members.values()].map((one) => rowOf(keptText(one)))
    case 'zset':
      return [...value.members.values()].map(({ member, score }) => ({ ...rowOf(keptText(member)), score }))
    case 'stream':
      return value.entries.map(({ fields }) => pairs(fields))
  }
}

/** The name of the keys that differ only by an id: `lead:*`. A part with a digit is taken for an id. */
const familyOf = (key: string): string => key.replace(/[^:/.]+/g, (part) => (/\d/.test(part) ? '*' : part))

/** A pattern of Redis, in which `*` stands for any text and `?` for one character. */
export const matcherOf =
  (pattern: string) =>
  (key: string): boolean => {
    let [part, index] = [0, 0]
    // Where the last `*` stands, and how many characters of the key precede what follows it.
    let [star, skipped] = [-1, 0]
    while (index < key.length) {
      if (pattern[part] === '*') {
        star = part
        part += 1
        skipped = index
      } else if (pattern[part] === '?' || pattern[part] === key[index]) {
        part += 1
        index += 1
      } else if (star >= 0) {
        // The last `*` takes one more character. Those before it need no second try.
        skipped += 1
        part = star + 1
        index = skipped
      } else return false
    }
    while (pattern[part] === '*') part += 1
    return part === pattern.length
  }

/**
 * The keys of a database as tables: keys that differ only by an id are one table. Keys that expire, such as
 * locks, are not compared: how long they last depends on when the program wrote them.
 */
export function keyTables(
  entries: readonly (RedisEntry & { readonly name: string })[],
  ignore: readonly string[],
): Record<string, DurableTable> {
  const isIgnored = ignore.map(matcherOf)
  const tables: Record<string, { rows: Record<string, unknown>[]; keys: string[]; references: [] }> = {}
  for (const { name, value, expiresAt } of entries) {
    if (expiresAt !== undefined || isIgnored.some((matches) => matches(name))) continue
    const family = familyOf(name)
    tables[family] ??= { rows: [], keys: ['key'], references: [] }
    const own = family === name ? {} : { key: name }
    tables[family].rows.push(...rowsOf(value).map((row) => ({ ...own, ...row })))
  }
  return tables
}
