/** What the function of a stub uses instead of each name of the surroundings. */
const instead: Readonly<Record<string, string>> = {
  fetch: 'a stub does no input and output',
  setTimeout: 'a stub answers at once',
  setInterval: 'a stub answers at once',
  setImmediate: 'a stub answers at once',
  queueMicrotask: 'a stub answers at once',
}

function refuse(name: string, advice: string): never {
  throw new Error(`${name} is not available in a stub: ${advice}`)
}

const noClock = (name: string) => () => refuse(name, 'use now of the context, in Unix milliseconds')
const noChance = (name: string) => () =>
  refuse(name, 'use draw.id(), draw.text() or draw.number() of the context')

/** A `Date` that reads no clock. Dates of given instants are made as ever. */
const guardedDate = (RealDate: DateConstructor): DateConstructor =>
  new Proxy(RealDate, {
    construct(target, given: unknown[], made) {
      if (given.length === 0) refuse('new Date()', 'use now of the context, in Unix milliseconds')
      return Reflect.construct(target, given, made)
    },
    apply: noClock('Date()'),
    get: (target, name) => (name === 'now' ? noClock('Date.now()') : Reflect.get(target, name)),
  })

/** Replaces a member for a while. Returns a function that restores it. */
function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name)
  if (before?.configurable !== true) return () => undefined
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: before.enumerable ?? false,
  })
  return () => void Object.defineProperty(object, name, before)
}

/**
 * Runs a function without the clock, randomness, timers and `fetch`: each of them throws an error that says
 * what to use. The names are replaced until the function returns.
 */
export function withoutAmbient<T>(run: () => T): T {
  const { crypto } = globalThis
  const restores = [
    replace(globalThis, 'Date', guardedDate(Date)),
    replace(Math, 'random', noChance('Math.random()')),
    ...(crypto ? ['randomUUID', 'getRandomValues'] : []).map((name) =>
      replace(Object.getPrototypeOf(crypto), name, noChance(`crypto.${name}()`)),
    ),
    ...Object.entries(instead).map(([name, advice]) =>
      replace(globalThis, name, () => refuse(`${name}()`, advice)),
    ),
  ]
  try {
    return run()
  } finally {
    for (const restore of restores.reverse()) restore()
  }
}
