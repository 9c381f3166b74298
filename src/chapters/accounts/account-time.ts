import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { scalar } from '../../service/values/scalars.ts'
import { datetime, dayOf, isoTime, millisecondsAdvice, twoDigits } from '../../service/values/times.ts'
import type { AdAccountRow } from '../rows.ts'
import { zoneOffset } from './time-zones.ts'

const DATE = /^"?\d{4}-\d\d-\d\d"?$/

/** A day of an ad account: a date as the first instant of it in UTC, or an instant within the day. */
export const accountDate = scalar<{ readonly day: number } | { readonly instant: number }, number | string>(
  'an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds',
  (raw) => {
    const instant = datetime.safeParse(raw).data
    if (instant === undefined) return undefined
    return typeof raw === 'string' && DATE.test(raw) ? { day: instant } : { instant }
  },
  { type: 'string', format: 'date-time' },
  millisecondsAdvice,
)

/** Returns the name of the time zone of an ad account. */
export const zoneOf = ({ timeZone = 'Etc/UTC' }: Pick<AdAccountRow, 'timeZone'>) => timeZone

/** Returns an instant moved by the offset of a time zone: its UTC date and time are those of the zone. */
export const localTime = (account: Pick<AdAccountRow, 'timeZone'>, instant: number): number =>
  instant + zoneOffset(zoneOf(account), instant) * MINUTE_MS

/** Returns the day of an instant for an ad account, as the first instant in UTC of its date there. */
export const accountDay = (account: Pick<AdAccountRow, 'timeZone'>, instant: number): number =>
  dayOf(localTime(account, instant))

/**
 * Returns an instant as the service writes it for an ad account: in UTC (SIL-022), and in a world that serves
 * what is beyond the contract with the offset of the account's time zone, as the live service does.
 */
export function accountTime(
  { settings }: Tx,
  account: Pick<AdAccountRow, 'timeZone'> | undefined,
  instant: number,
): string {
  const minutes = account && servesBeyond(settings) ? zoneOffset(zoneOf(account), instant) : 0
  if (minutes === 0) return isoTime(instant)
  const size = Math.abs(minutes)
  const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}${twoDigits(size % 60)}`
  return isoTime(instant + minutes * MINUTE_MS).replace('+0000', offset)
}

/** Returns when an object of an ad account was created. */
export const createdIn = (
  row: { readonly adAccount: number; readonly createdTime: number },
  { tx }: ReadContext,
): string => timeIn(tx, row, row.createdTime)

/** Returns when an object of an ad account last changed. */
export const updatedIn = (
  row: { readonly adAccount: number; readonly updatedTime: number },
  { tx }: ReadContext,
): string => timeIn(tx, row, row.updatedTime)

/** Returns an instant of an object of an ad account. */
export const timeIn = (tx: Tx, { adAccount }: { readonly adAccount: number }, instant: number): string =>
  accountTime(tx, tx.find('adAccounts', adAccount), instant)
