/** Any factory or method of schemas. */
type Make = (...args: never[]) => object

/** What stands for a schema: the function that makes it, and the schema once it is built. */
interface Deferral<T = object> {
  readonly make: () => T
  schema?: T
}

/** The name under which a deferred schema has its deferral. */
const behind = Symbol('deferral')

/** The methods that derive a schema from a schema. A deferred schema defers them too. */
const derivations: ReadonlySet<unknown> = new Set([
  'and',
  'catch',
  'catchall',
  'default',
  'describe',
  'exactOptional',
  'extend',
  'int',
  'max',
  'meta',
  'min',
  'nonnegative',
  'nullable',
  'omit',
  'optional',
  'partial',
  'positive',
  'readonly',
  'refine',
  'regex',
  'register',
  'superRefine',
  'transform',
])

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

const schemaOf = <T>(deferral: Deferral<T>): T => (deferral.schema ??= built(deferral.make()))

const deferralOf = <T = object>(value: object): Deferral<T> | undefined => Reflect.get(value, behind)

/** Returns the schema behind a deferred one, and any other value unchanged. */
export function built<T>(value: T): T {
  const deferral = typeof value === 'object' && value !== null ? deferralOf<T>(value) : undefined
  return deferral ? schemaOf(deferral) : value
}

/** Returns an argument with built schemas: a schema, a list of schemas, or the members of an object. */
function builtArgument(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const deferral = deferralOf(value)
  if (deferral) return schemaOf(deferral)
  if (Array.isArray(value)) return value.map(built)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, built(member)]))
}

const call = (make: Make, self: unknown, args: readonly unknown[]): object =>
  Reflect.apply(make, self, args.map(builtArgument))

const derive = (schema: object, method: string | symbol, args: readonly unknown[]): object =>
  call(Reflect.get(schema, method), schema, args)

/** All deferred schemas share one handler, because thousands are made before the first call. */
const handler: ProxyHandler<Deferral> = {
  get(deferral, key) {
    if (key === behind) return deferral
    if (derivations.has(key))
      return (...args: unknown[]) => deferred(() => derive(schemaOf(deferral), key, args))
    const schema = schemaOf(deferral)
    const value: unknown = Reflect.get(schema, key)
    return typeof value === 'function' && key !== 'constructor' ? value.bind(schema) : value
  },
  has: (deferral, key) => Reflect.has(schemaOf(deferral), key),
  getPrototypeOf: (deferral) => Reflect.getPrototypeOf(schemaOf(deferral)),
}

/**
 * Returns a schema that is built when something reads it. Most programs call few of the operations, and to
 * build the schemas of all takes longer than to load the rest.
 */
export const deferred = <T extends object>(make: () => T): T =>
  // The handler shows the schema in place of its target.
  new Proxy<Deferral>({ make }, handler) as unknown as T

/** Returns a factory whose schemas are deferred. */
export const deferring = <F extends Make>(factory: F): F =>
  ((...args: unknown[]) => deferred(() => call(factory, undefined, args))) as unknown as F

/** Returns a function that takes deferred schemas, and whose result is not deferred. */
export const building = <F extends Make>(take: F): F =>
  ((...args: unknown[]) => call(take, undefined, args)) as unknown as F
