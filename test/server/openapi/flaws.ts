/** A part of a document, as a reader sees it. */
type Part = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly in?: string
    readonly name?: string
    readonly required?: boolean
  }[]
  readonly security?: readonly Part[]
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly securitySchemes?: Part }
}

/** The value that a reference leads to; undefined if there is none. */
const resolved = (document: object, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (Object(at) as Part)[part], document)

/** All references within a part. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { $ref } = part as Part
  return [...(typeof $ref === 'string' ? [$ref] : []), ...Object.values(part).flatMap(referencesIn)]
}

/** Returns the flaws of a path: each name in braces must have one required parameter, and there is no other. */
function pathFlaws(path: string, { operationId, parameters = [] }: Operation): string[] {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const given = parameters.filter((one) => one.in === 'path')
  return [
    ...named.filter((name) => !given.some((one) => one.name === name)).map((name) => `has no ${name}`),
    ...given.filter((one) => !named.includes(one.name)).map(({ name }) => `has ${name}, which is not there`),
    ...given.filter((one) => one.required !== true).map(({ name }) => `does not require ${name}`),
  ].map((flaw) => `${operationId} of ${path} ${flaw}`)
}

/**
 * Returns the flaws that the JSON Schema of OpenAPI cannot find: references lead somewhere, parameters fit, paths
 * differ by more than the names in braces, ids are unique, and security schemes are declared.
 */
export function flawsOf(document: Document): string[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
  const repeated = [...ids, ...shapes].filter((one, at, all) => all.indexOf(one) !== at)
  const schemes = operations.flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys))
  const lost = [...new Set(referencesIn(document))].filter(
    (one) => !one.startsWith('#/') || resolved(document, one) === undefined,
  )
  return [
    ...operations.flatMap(({ path, operation }) => pathFlaws(path, operation)),
    ...repeated.map((one) => `${one} is there twice`),
    ...schemes
      .filter((name) => !Object.hasOwn(document.components?.securitySchemes ?? {}, name))
      .map((name) => `the security scheme ${name} is not declared`),
    ...lost.map((one) => `${one} leads nowhere`),
  ]
}
