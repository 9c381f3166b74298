import type { DurableRun } from '../durable/part.ts'
import type { OpenedConnection, SqlHandle } from './sql-driver.ts'

/** The functions of time, and the place of the instant among their parameters. */
const ofTime: readonly (readonly [name: string, place: number])[] = [
  ['date', 0],
  ['time', 0],
  ['datetime', 0],
  ['julianday', 0],
  ['unixepoch', 0],
  ['strftime', 1],
]

const constants: readonly (readonly [name: string, from: number, to: number])[] = [
  ['current_timestamp', 0, 19],
  ['current_date', 0, 10],
  ['current_time', 11, 19],
]

/**
 * Gives a connection virtual time, and random numbers of the run. `helper` answers the functions that are
 * replaced, for the instant that stands for now.
 */
export function replaceFunctions({ define }: OpenedConnection, run: DurableRun, helper: SqlHandle): void {
  if (!define) return
  const now = () => new Date(run.now()).toISOString().replace('T', ' ').slice(0, 23)
  for (const [name, from, to] of constants) define(name, () => now().slice(from, to), false)
  for (const [name, place] of ofTime)
    define(
      name,
      (...given) => {
        const values = given.length <= place ? [...given, 'now'] : given
        const own = values.map((value) => (value === 'now' ? now() : value))
        const asked = own.map(() => '?').join(', ')
        const value = helper.all(`select ${name}(${asked}) as value`, ...own)[0]?.['value']
        // Functions give back numbers as REAL, and bigints as INTEGER.
        return typeof value === 'number' && name === 'unixepoch' ? BigInt(value) : (value ?? null)
      },
      true,
    )
  define('random', () => BigInt(Math.floor((run.random() - 0.5) * 2 ** 53)), false)
  define(
    'randomblob',
    (length) =>
      Uint8Array.from({ length: Math.max(1, Number(length)) }, () => Math.floor(run.random() * 256)),
    false,
  )
}
