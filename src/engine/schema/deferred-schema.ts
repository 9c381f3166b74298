/** Any factory or method of schemas. */
type Make = (...args: never[]) => object

/** The function that makes a schema, and the schema once it is built. */
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

/** The deferrals by the targets of their proxies, which are empty: a frozen schema can still be built. */
const deferrals = new WeakMap<object, Deferral>()

function schemaFor(target: object): object {
  const deferral = deferrals.get(target)
  if (!deferral) throw new Error('A deferred schema has no deferral')
  return schemaOf(deferral)
}

/** All deferred schemas share one handler, because thousands are made before the first call. */
const handler: ProxyHandler<object> = {
  get(target, key) {
    if (key === behind) return deferrals.get(target)
    if (derivations.has(key))
      return (...args: unknown[]) => deferred(() => derive(schemaFor(target), key, args))
    const schema = schemaFor(target)
    const value: unknown = Reflect.get(schema, key)
    return typeof value === 'function' && key !== 'constructor' ? value.bind(schema) : value
  },
  has: (target, key) => Reflect.has(schemaFor(target), key),
  getPrototypeOf: (target) => Reflect.getPrototypeOf(schemaFor(target)),
}

/**
 * Returns a schema that is built when something reads it. Most programs call few of the operations, and to
 * build the schemas of all takes longer than to load the rest.
 */
export function deferred<T extends object>(make: () => T): T {
  const target = {}
  deferrals.set(target, { make })
  // The handler shows the schema in place of its target.
  return new Proxy<object>(target, handler) as T
}

/** Returns a factory whose schemas are deferred. */
export const deferring = <F extends Make>(factory: F): F =>
  ((...args: unknown[]) => deferred(() => call(factory, undefined, args))) as unknown as F

/** Returns a function that takes deferred schemas, and whose result is not deferred. */
export const building = <F extends Make>(take: F): F =>
  ((...args: unknown[]) => call(take, undefined, args)) as unknown as F
