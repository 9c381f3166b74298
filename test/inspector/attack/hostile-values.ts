import { built } from '../../../src/engine/schema/deferred-schema.ts'
import { ID_MIN } from '../../../src/engine/store/table.ts'

/** Characters that reorder, hide or end what stands around them. */
const unseen = '\u202e\u2066\u200f\u2028\u2029\u0000\u0008'

/**
 * A text with everything that runs code, sends a request or ends a text where a page reads it as another
 * language: HTML, an attribute, a script, a style, a template or an address.
 *
 * @param beacon An address that must never be asked for.
 */
export const hostileText = (beacon: string): string =>
  [
    `<img src="${beacon}/image" onerror="globalThis.broken=1" class="injected">`,
    `"'><svg class="injected" onload="globalThis.broken=1"><style>@import "${beacon}/style";</style>`,
    `</script></title></style><script>globalThis.broken=1</script><iframe src="${beacon}/frame"></iframe>`,
    `<a class="injected" href="javascript:globalThis.broken=1">`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay text
    '${globalThis.broken=1}{{constructor.constructor("globalThis.broken=1")()}}',
    `javascript:globalThis.broken=1//__proto__${unseen}`,
  ].join('')

/** The parts of the definition of a zod schema from which a hostile value is made. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, unknown>>
  readonly entries?: Readonly<Record<string, unknown>>
  readonly values?: readonly unknown[]
  readonly element?: unknown
  readonly innerType?: unknown
  readonly valueType?: unknown
  readonly items?: readonly unknown[]
  readonly in?: unknown
  readonly out?: unknown
}

const definitionOf = (schema: unknown): Definition => Reflect.get(Object(built(schema)), '_zod').def

/** An object with hostile names, one of which would set the prototype of a careless copy. */
const withHostileNames = (value: unknown, text: string): object =>
  JSON.parse(
    JSON.stringify({ [text]: value, constructor: value }).replace(
      '{',
      `{"__proto__":${JSON.stringify(value)},`,
    ),
  )

const values: Readonly<Record<string, (definition: Definition, text: string) => unknown>> = {
  string: (_, text) => text,
  number: () => ID_MIN,
  boolean: () => true,
  custom: (_, text) => withHostileNames(text, text),
  transform: (_, text) => text,
  unknown: (_, text) => text,
  any: (_, text) => text,
  union: (_, text) => text,
  enum: ({ entries = {} }) => Object.values(entries)[0],
  literal: ({ values: [first] = [] }) => first,
  object: ({ shape = {} }, text) =>
    Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, hostileValue(member, text)])),
  array: ({ element }, text) => [hostileValue(element, text)],
  tuple: ({ items = [] }, text) => items.map((item) => hostileValue(item, text)),
  record: ({ valueType }, text) => withHostileNames(hostileValue(valueType, text), text),
  optional: ({ innerType }, text) => hostileValue(innerType, text),
  nullable: ({ innerType }, text) => hostileValue(innerType, text),
  default: ({ innerType }, text) => hostileValue(innerType, text),
  readonly: ({ innerType }, text) => hostileValue(innerType, text),
  pipe: ({ in: from, out }, text) => hostileValue(definitionOf(from).type === 'transform' ? out : from, text),
}

/**
 * Returns a value of a schema with every optional member, whose texts and free names are hostile. Throws an
 * Error for a kind of schema that it does not know, so that no field is left out in silence.
 */
export function hostileValue(schema: unknown, text: string): unknown {
  const definition = definitionOf(schema)
  const make = values[definition.type]
  if (!make) throw new Error(`There is no hostile value for a schema of type ${definition.type}`)
  return make(definition, text)
}
