import { lateCallTo, ownerTestOf } from '../world/handles.ts'
import type { World } from '../world/world.ts'

/** An intercept that runs: the world that answers, and at which origins. */
export interface Layer {
  readonly world: World
  readonly origins: ReadonlySet<string>
  readonly handle: (request: Request) => Promise<Response>
  /** The clients that it reaches: `fetch` alone, or every client of the process. */
  readonly clients: 'fetch' | 'all'
}

/**
 * A place in the asynchronous flow of the program: what runs after it, and what that starts, lies below it. A
 * place is an intercept, or the body of a test.
 */
interface Place {
  readonly layer: Layer | undefined
  readonly above: Place | undefined
  /**
   * The place above may belong to another test. A runner starts concurrent tests one after the other
   * without waiting, and each then begins in the flow that the one before has entered.
   */
  readonly isBeside: boolean
  isLive: boolean
  /** The program has not waited since it made the place. */
  isNew: boolean
}

interface Flow {
  getStore(): Place | undefined
  enterWith(place: Place): void
  run<R>(place: Place, body: () => R): R
}

let flow: Flow | undefined | null = null

/** The asynchronous flow, where the runtime tells it; other runtimes refuse what they cannot tell apart. */
function flowOfProgram(): Flow | undefined {
  if (flow !== null) return flow
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  const hooks = process?.getBuiltinModule?.('node:async_hooks') as
    | { AsyncLocalStorage: new () => Flow }
    | undefined
  flow = hooks && new hooks.AsyncLocalStorage()
  return flow
}

/** The places of running intercepts, in the order in which they were made. */
const places: Place[] = []

/** The nearest place at or above this one that has not ended. */
function liveFrom(place: Place | undefined): Place | undefined {
  let found = place
  while (found && !found.isLive) found = found.above
  return found
}

/** Whether an intercept and the place in whose flow it was made belong to worlds of two tests. */
function areOfTwoTests({ world }: Layer, { layer }: Place): boolean {
  const [test, other] = [ownerTestOf(world), layer && ownerTestOf(layer.world)]
  return test !== undefined && other !== undefined && test !== other
}

/** The nearest place, from this one up, that is not known to belong to another test than an intercept. */
function sameTestFrom(start: Place | undefined, layer: Layer | undefined): Place | undefined {
  let found = liveFrom(start)
  while (found && layer && areOfTwoTests(layer, found)) found = liveFrom(found.above)
  return found
}

function placeHere(layer?: Layer): Place {
  const above = sameTestFrom(flowOfProgram()?.getStore(), layer)
  const isOther = layer && above?.layer && layer.world !== above.layer.world
  const place: Place = {
    layer,
    above,
    isBeside: isOther === true && above?.isNew === true,
    isLive: true,
    isNew: true,
  }
  // Fake timers replace other ways to run something when the program waits.
  void Promise.resolve().then(() => {
    place.isNew = false
  })
  return place
}

/** Adds an intercept. What the caller does from here on lies below it. The returned function ends it. */
export function addLayer(layer: Layer): () => void {
  const place = placeHere(layer)
  flowOfProgram()?.enterWith(place)
  places.push(place)
  return () => {
    place.isLive = false
    const at = places.indexOf(place)
    if (at >= 0) places.splice(at, 1)
  }
}

/** Runs the body of a test: the intercepts that it makes, and its requests, belong together. */
export async function inOwnFlow<R>(body: () => Promise<R>): Promise<R> {
  const place = placeHere()
  try {
    return await (flowOfProgram()?.run(place, body) ?? body())
  } finally {
    place.isLive = false
  }
}

/** Whether a place is this one, or lies below it in the same test. */
function isWithin(place: Place, outer: Place): boolean {
  for (let at: Place | undefined = place; at; at = at.above) {
    if (at === outer) return true
    if (!at.layer || at.isBeside) return false
  }
  return false
}

const isLate = ({ layer }: Place): boolean => layer !== undefined && lateCallTo(layer.world, '') !== undefined

/** The place that was made last, of one whose test is not over if there is one. */
const lastOf = (found: readonly Place[]): Place | undefined =>
  found.findLast((place) => !isLate(place)) ?? found.at(-1)

/** Whether intercepts cannot mix: they are those of one world, or each lies below the one before. */
const isOneLine = (found: readonly Place[]): boolean =>
  new Set(found.map(({ layer }) => layer?.world)).size < 2 ||
  found.every((place, index) => index === 0 || isBelow(place, found[index - 1]))

function isBelow(place: Place, outer: Place | undefined): boolean {
  for (let at: Place | undefined = place; at; at = at.isBeside ? undefined : at.above)
    if (at === outer) return true
  return false
}

const nameOf = ({ layer }: Place): string => {
  const test = layer && ownerTestOf(layer.world)
  return test === undefined ? 'a world' : `the world of the test ${JSON.stringify(test)}`
}

const mixedText = (found: readonly Place[], request: string): string =>
  `Several worlds answer ${request}, and it cannot be told to which of them it belongs: ` +
  `${[...new Set(found.map(nameOf))].join(' and ')}. End the intercept of each test with the test; in ` +
  'tests that run at the same time, call intercept in the body of each, before its first await'

/** Finds the place that answers a request: the nearest in its own flow, or else the last one. */
function placeFor(found: readonly Place[], request: string): Place | Error | undefined {
  for (let at = liveFrom(flowOfProgram()?.getStore()); at; at = liveFrom(at.above)) {
    const outer = at
    const own = lastOf(found.filter((place) => isWithin(place, outer)))
    if (own) return own
  }
  const current = found.filter((place) => !isLate(place))
  return isOneLine(current) ? lastOf(found) : new Error(mixedText(current, request))
}

/**
 * Returns the intercept that answers a request of a client, or undefined. It is an error if worlds of several
 * tests could answer it, or if the test of the world is over.
 */
export function layerFor(
  origin: string,
  client: 'fetch' | 'other',
  request: string,
): Layer | Error | undefined {
  const found = places.filter(
    ({ layer }) => layer?.origins.has(origin) && (client === 'fetch' || layer.clients === 'all'),
  )
  const place = placeFor(found, request)
  if (place === undefined || place instanceof Error || !place.layer)
    return place instanceof Error ? place : undefined
  const late = lateCallTo(place.layer.world, request)
  return late === undefined ? place.layer : new Error(late)
}
