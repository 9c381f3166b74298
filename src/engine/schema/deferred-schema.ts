/** Any factory or method of schemas. */
type Make = (...args: never[]) => object

/** The functions that return the schemas behind deferred ones. */
const builders = new WeakMap<object, () => object>()

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

/** Returns the schema behind a deferred one, and any other value unchanged. */
export function built<T>(value: T): T {
  const build = typeof value === 'object' && value !== null ? builders.get(value) : undefined
  // The builder returns the schema for which the deferred one stands, which has the same type.
  return build ? (build() as T) : value
}

/** Returns an argument with built schemas: a schema, a list of schemas, or the members of an object. */
function builtArgument(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (builders.has(value)) return built(value)
  if (Array.isArray(value)) return value.map(built)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, built(member)]))
}

const call = (make: Make, self: unknown, args: readonly unknown[]): object =>
  Reflect.apply(make, self, args.map(builtArgument))

const derive = (schema: object, method: string | symbol, args: readonly unknown[]): object =>
  call(Reflect.get(schema, method), schema, args)

/**
 * Returns a schema that is built when something reads it. Most programs call few of the operations, and to
 * build the schemas of all takes longer than to load the rest.
 */
export function deferred<T extends object>(make: () => T): T {
  let schema: T | undefined
  const build = (): T => {
    schema ??= built(make())
    return schema
  }
  const proxy = new Proxy<T>(Object.create(null), {
    get(_, key) {
      if (derivations.has(key)) return (...args: unknown[]) => deferred(() => derive(build(), key, args))
      const value: unknown = Reflect.get(build(), key)
      return typeof value === 'function' && key !== 'constructor' ? value.bind(build()) : value
    },
    has: (_, key) => Reflect.has(build(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(build()),
  })
  builders.set(proxy, build)
  return proxy
}

/** Returns a factory whose schemas are deferred. */
export const deferring = <F extends Make>(factory: F): F =>
  ((...args: unknown[]) => deferred(() => call(factory, undefined, args))) as unknown as F

/** Returns a function that takes deferred schemas, and whose result is not deferred. */
export const building = <F extends Make>(take: F): F =>
  ((...args: unknown[]) => call(take, undefined, args)) as unknown as F
