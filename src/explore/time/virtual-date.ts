import { checkReads } from '../run/busy.ts'
import { currentScope } from '../run/scope.ts'

const RealDate = Date

/** The current time: virtual for the code of a run, and real for other code. */
function currentTime(): number {
  const scope = currentScope()
  if (!scope) return RealDate.now()
  checkReads(scope)
  return scope.run.world.clock.now
}

/** `Date` for the code of a run: the same class, whose current time is virtual. */
export function virtualDate(): DateConstructor {
  const handler: ProxyHandler<DateConstructor> = {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [currentTime()] : values, newTarget),
    apply: () => new RealDate(currentTime()).toString(),
    get: (target, name) => (name === 'now' ? currentTime : Reflect.get(target, name)),
  }
  return new Proxy(RealDate, handler)
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

/** `formatToParts`, which formats virtual time without a date. */
export function formatToParts(original: Intl.DateTimeFormat['formatToParts']): typeof original {
  return function formatToParts(this: Intl.DateTimeFormat, date) {
    return Reflect.apply(original, this, [orNow(date)])
  }
}
