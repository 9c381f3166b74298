/** The functions of Math whose result the language fixes to the last bit; the others differ between engines. */
export const exactMath: readonly string[] = [
  'abs',
  'ceil',
  'clz32',
  'floor',
  'fround',
  'imul',
  'max',
  'min',
  'round',
  'sign',
  'sqrt',
  'trunc',
]

/** The readings of a Date that depend on the time zone of the machine. */
export const localTime =
  /^(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|Year)$|^getTimezoneOffset$|^to(Date|Time)?String$/

/** One thing to take away: the object that holds it, its key there, and what stands in its place meanwhile. */
interface Poison {
  readonly name: string
  readonly owner: object
  readonly key: string
  readonly replacement: PropertyDescriptor
}

/** Says which ambient thing was read, where a plain TypeError would not. */
function refuse(name: string): never {
  throw new Error(`${name} is ambient, and the core reads nothing ambient`)
}

/** A function that throws in the place of another. */
function method(ownerName: string, owner: object, key: string): Poison {
  const name = ownerName === '' ? key : `${ownerName}.${key}`
  const replacement = { configurable: true, writable: true, value: () => refuse(name) }
  return { name, owner, key, replacement }
}

/** A value, not a function: the mere reading of it throws. */
function reading(ownerName: string, owner: object, key: string): Poison {
  const name = ownerName === '' ? key : `${ownerName}.${key}`
  return { name, owner, key, replacement: { configurable: true, get: () => refuse(name) } }
}

/** `new Date(instant)` is pure; `new Date()` and `Date()` read the clock. */
function dateWithoutArguments(): Poison {
  const value = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      args.length === 0 ? refuse('new Date()') : Reflect.construct(target, args, newTarget),
    apply: () => refuse('Date()'),
  })
  return {
    name: 'Date',
    owner: globalThis,
    key: 'Date',
    replacement: { configurable: true, writable: true, value },
  }
}

function methodsNamed(ownerName: string, owner: object, isMeant: (key: string) => boolean): Poison[] {
  return Object.getOwnPropertyNames(owner)
    .filter((key) => isMeant(key) && typeof Reflect.get(owner, key) === 'function')
    .map((key) => method(ownerName, owner, key))
}

const isLocale = (key: string) => /^toLocale|^localeCompare$/.test(key)

const everything: readonly Poison[] = [
  dateWithoutArguments(),
  method('Date', Date, 'now'),
  ...methodsNamed('Date.prototype', Date.prototype, (key) => localTime.test(key) || isLocale(key)),
  method('performance', performance, 'now'),
  ...methodsNamed('Math', Math, (key) => !exactMath.includes(key)),
  method('crypto', crypto, 'getRandomValues'),
  method('crypto', crypto, 'randomUUID'),
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'].map((key) =>
    method('', globalThis, key),
  ),
  ...['URL', 'URLSearchParams', 'atob', 'btoa'].map((key) => reading('', globalThis, key)),
  ...['env', 'hrtime'].map((key) => reading('process', process, key)),
  ...['Intl', 'WeakRef', 'FinalizationRegistry'].map((key) => reading('', globalThis, key)),
  ...[String, Number, BigInt, Array, Object].flatMap((type) =>
    methodsNamed(`${type.name}.prototype`, type.prototype, isLocale),
  ),
  ...methodsNamed('TypedArray.prototype', Object.getPrototypeOf(Uint8Array.prototype), isLocale),
]

/** The names of all that `poisoned` takes away. */
export const poisons: readonly string[] = everything.map(({ name }) => name)

/**
 * Runs a synchronous callback in a world without ambient input: the clock, the time zone, chance, timers,
 * the locale, the environment, inexact arithmetic, and what differs between versions of the runtime throw when
 * they are read.
 * All is restored afterwards, also when the callback throws.
 */
export function poisoned<Result>(run: () => Result, names: readonly string[] = poisons): Result {
  const unknown = names === poisons ? [] : names.filter((name) => !poisons.includes(name))
  if (unknown.length > 0) throw new Error(`No poison is called ${unknown.join(', ')}`)
  const wanted = names === poisons ? everything : everything.filter(({ name }) => names.includes(name))
  const restore: (() => void)[] = []
  try {
    for (const poison of wanted) restore.unshift(apply(poison))
    const result = run()
    if (result instanceof Promise) throw new Error('poisoned() holds only while a synchronous callback runs')
    return result
  } finally {
    for (const undo of restore) undo()
  }
}

/** The same function, poisoned each time it is called: `const pureStep = poisonedFunction(step)`. */
export function poisonedFunction<Arguments extends readonly unknown[], Result>(
  run: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return (...args) => poisoned(() => run(...args))
}

function apply({ owner, key, replacement }: Poison): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, key)
  Object.defineProperty(owner, key, replacement)
  return () => {
    if (before) Object.defineProperty(owner, key, before)
    else Reflect.deleteProperty(owner, key)
  }
}
