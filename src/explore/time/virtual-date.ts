import { checkReads } from '../run/busy.ts'
import { real } from '../run/real.ts'
import { timeScope } from '../run/scope.ts'

const { Date: RealDate } = real

/** The current time: virtual for the code of a run, and real for other code. */
function currentTime(): number {
  const scope = timeScope()
  if (!scope) return RealDate.now()
  checkReads(scope)
  return scope.run.world.clock.now
}

/** `Date` for the code of a run: the same class, whose current time is virtual. */
export function virtualDate(): DateConstructor {
  const handler: ProxyHandler<DateConstructor> = {
    construct(target, values, newTarget) {
      const given = values.length === 0 ? [currentTime()] : values
      // Most dates have one value and no class of their own, and are made faster without reflection.
      if (newTarget === virtual && given.length === 1) return new RealDate(given[0])
      return Reflect.construct(target, given, newTarget)
    },
    apply: () => new RealDate(currentTime()).toString(),
    get: (target, name) => (name === 'now' ? currentTime : Reflect.get(target, name)),
  }
  const virtual = new Proxy(RealDate, handler)
  return virtual
}

const orNow = (date: Date | number | undefined): Date | number => (date === undefined ? currentTime() : date)

type Format = Intl.DateTimeFormat['format']

/** The getter of `format`, a function of its formatter. Without a date it formats virtual time. */
export function formatGetter(original: (this: Intl.DateTimeFormat) => Format) {
  const byOriginal = new WeakMap<Format, Format>()
  return function format(this: Intl.DateTimeFormat): Format {
    const real: Format = Reflect.apply(original, this, [])
    const virtual = byOriginal.get(real) ?? ((date) => real(orNow(date)))
    byOriginal.set(real, virtual)
    return virtual
  }
}

type Part = Intl.DateTimeFormatPart

/** The kinds of formatters, and the instants of each, whose parts are kept at most. */
const KINDS_MAX = 20
const INSTANTS_MAX = 20_000

/** Parts by what a formatter shows, and by the instant in Unix milliseconds. */
const known = new Map<string, Map<number, readonly Part[]>>()

const { resolvedOptions } = Intl.DateTimeFormat.prototype

/** What a formatter shows: its options, and the order of its parts. */
const kindOf = (formatter: Intl.DateTimeFormat, parts: readonly Part[]): string =>
  JSON.stringify([Reflect.apply(resolvedOptions, formatter, []), parts])

function knownOf(formatter: Intl.DateTimeFormat, first: readonly Part[]): Map<number, readonly Part[]> {
  const kind = kindOf(formatter, first)
  const before = known.get(kind)
  if (before) return before
  const instants = new Map<number, readonly Part[]>()
  if (known.size >= KINDS_MAX) known.clear()
  known.set(kind, instants)
  return instants
}

/**
 * `formatToParts`, which formats virtual time without a date. It keeps what it made: cron libraries ask for
 * the parts of the same instants several times in each turn, and again in each run.
 */
export function formatToParts(original: Intl.DateTimeFormat['formatToParts']): typeof original {
  const byFormatter = new WeakMap<Intl.DateTimeFormat, Map<number, readonly Part[]>>()
  const made = (formatter: Intl.DateTimeFormat, date: number): Part[] =>
    Reflect.apply(original, formatter, [date])
  return function formatToParts(this: Intl.DateTimeFormat, date) {
    const given = orNow(date)
    if (typeof given !== 'number' && !(given instanceof RealDate))
      return Reflect.apply(original, this, [given])
    const instant = Number(given)
    const instants = byFormatter.get(this) ?? knownOf(this, made(this, 0))
    byFormatter.set(this, instants)
    let parts = instants.get(instant)
    if (!parts) {
      parts = made(this, instant)
      if (instants.size >= INSTANTS_MAX) instants.clear()
      instants.set(instant, parts)
    }
    return parts.map(({ type, value }) => ({ type, value }))
  }
}
