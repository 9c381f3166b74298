import { type FieldTexts, parameterNotes, resultNotes } from '../../generated/field-notes.ts'
import { upperAscii } from '../../service/values/letter-case.ts'
import type { JsonSchema } from './json-schema.ts'

/** Returns a function that makes a value at its first call, and returns the same value at every later one. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The texts are functions, which nothing evaluates at the start: here they are evaluated once. */
const parameters = lazily(parameterNotes)
const results = lazily(resultNotes)

/** Returns the texts of the parameters of an endpoint. */
export const parameterTexts = (operation: string): FieldTexts => parameters()[operation] ?? {}

/** Returns the texts of the fields of the result of an endpoint. */
export function resultTexts(operation: string): FieldTexts {
  const texts = results()[operation] ?? {}
  return typeof texts === 'string' ? resultTexts(texts) : texts
}

const sentence = (text: string): string => `${upperAscii(text.slice(0, 1))}${text.slice(1)}.`

/** Returns a schema with a text before what its description says about its values. */
export function withText(schema: JsonSchema, text: string | undefined): JsonSchema {
  if (text === undefined) return schema
  const { description: values } = schema
  return { ...schema, description: values === undefined ? text : `${text} ${sentence(values)}` }
}

/** Returns the text of a member. Some lists have their records in `data`, and some records have no id. */
const textAt = (texts: FieldTexts, path: string): string | undefined =>
  texts[path] ?? texts[`data.${path}`] ?? (path === 'id' ? 'The id of the record.' : undefined)

const isPage = (properties: Readonly<Record<string, JsonSchema>>): boolean =>
  Object.hasOwn(properties, 'data') && Object.hasOwn(properties, 'paging')

/** Returns a schema in which each member has its text. The records of a list have no `data` in their path. */
export function described(schema: JsonSchema, texts: FieldTexts, path: readonly string[] = []): JsonSchema {
  const within = (inner: JsonSchema): JsonSchema => described(inner, texts, path)
  const { properties, items, anyOf, allOf, additionalProperties: others } = schema
  const members = Object.entries(properties ?? {}).map(([name, member]): [string, JsonSchema] => {
    if (name === 'data' && isPage(properties ?? {})) return [name, within(member)]
    const inner = [...path, name]
    return [name, withText(described(member, texts, inner), textAt(texts, inner.join('.')))]
  })
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: within(items) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(allOf && { allOf: allOf.map(within) }),
    ...(typeof others === 'object' && others !== null && { additionalProperties: within({ ...others }) }),
  }
}
