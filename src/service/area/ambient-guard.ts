/** Code of the user that must follow from its context alone, as messages name it. */
type Sealed = 'a stub' | 'an area'

const noClock = 'use now of the context, in Unix milliseconds'
const noChance = 'use draw.id(), draw.text() or draw.number() of the context'

/** The advice in place of each name of the surroundings. */
const insteadIn = (what: Sealed): Readonly<Record<string, string>> => {
  const atOnce = `${what} answers at once`
  return {
    fetch: `${what} does no input and output`,
    setTimeout: atOnce,
    setInterval: atOnce,
    setImmediate: atOnce,
    queueMicrotask: atOnce,
  }
}

type Refuse = (name: string, advice: string) => never

const refuserOf =
  (what: Sealed): Refuse =>
  (name, advice) => {
    throw new Error(`${name} is not available in ${what}: ${advice}`)
  }

/** A `Date` that reads no clock. Dates of given instants are made as ever. */
const guardedDate = (RealDate: DateConstructor, refuse: Refuse): DateConstructor =>
  new Proxy(RealDate, {
    construct(target, given: unknown[], made) {
      if (given.length === 0) refuse('new Date()', noClock)
      return Reflect.construct(target, given, made)
    },
    apply: () => refuse('Date()', noClock),
    get: (target, name) => (name === 'now' ? () => refuse('Date.now()', noClock) : Reflect.get(target, name)),
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
export function withoutAmbient<T>(run: () => T, what: Sealed): T {
  const { crypto } = globalThis
  const refuse = refuserOf(what)
  const restores = [
    replace(globalThis, 'Date', guardedDate(Date, refuse)),
    replace(Math, 'random', () => refuse('Math.random()', noChance)),
    ...(crypto ? ['randomUUID', 'getRandomValues'] : []).map((name) =>
      replace(Object.getPrototypeOf(crypto), name, () => refuse(`crypto.${name}()`, noChance)),
    ),
    ...Object.entries(insteadIn(what)).map(([name, advice]) =>
      replace(globalThis, name, () => refuse(`${name}()`, advice)),
    ),
  ]
  try {
    return run()
  } finally {
    for (const restore of restores.reverse()) restore()
  }
}
