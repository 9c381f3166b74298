import type { z } from '../../engine/schema/zod.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { list, object } from '../../service/values/compounds.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { filledText, oneOf, scalar } from '../../service/values/scalars.ts'
import { unixTime } from '../../service/values/times.ts'
import type { AdRow, AdSetRow } from '../rows.ts'
import { effectiveChildStatus } from './ad-views.ts'

const operators = [
  'EQUAL',
  'NOT_EQUAL',
  'IN',
  'NOT_IN',
  'CONTAIN',
  'NOT_CONTAIN',
  'GREATER_THAN',
  'LESS_THAN',
] as const

const isAtom = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** The value of a condition: one text or number, or a list of them. */
const conditionValue = scalar<readonly string[], string | number | readonly (string | number)[]>(
  'a text, a number, or a list of them',
  (raw) => {
    const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
    return items.length <= bounds.listItemsMax && items.every(isAtom) ? items.map(String) : undefined
  },
  { type: 'string' },
)

/** The parameter `filtering` of lists: all its conditions must hold. */
export const adFiltering = list(
  object({
    /** The field to test, with the level of the object as in `campaign.id`. */
    field: filledText,
    /** The comparison of the field with `value`. */
    operator: oneOf(operators),
    /** The value to compare with: a list for IN and NOT_IN, a Unix time in seconds for times. */
    value: conditionValue,
  }),
  { maximum: bounds.filterConditionsMax },
)

type Conditions = z.output<typeof adFiltering>
type Condition = Conditions[number]

type Value = string | number | undefined

/** Returns the test of one condition. */
function testOf({ operator, value }: Condition): (actual: Value) => boolean {
  const [first = ''] = value
  const values = new Set(value)
  const part = lowerAscii(first)
  const contains = (actual: Value): boolean => lowerAscii(String(actual ?? '')).includes(part)
  switch (operator) {
    case 'EQUAL':
    case 'IN':
      return (actual) => values.has(String(actual))
    case 'NOT_EQUAL':
    case 'NOT_IN':
      return (actual) => !values.has(String(actual))
    case 'CONTAIN':
      return contains
    case 'NOT_CONTAIN':
      return (actual) => !contains(actual)
    case 'GREATER_THAN':
      return (actual) => Number(actual) > Number(first)
    case 'LESS_THAN':
      return (actual) => Number(actual) < Number(first)
  }
}

/** The fields that conditions can name, and their values in a row. */
export type FilterFields<R> = ReadonlyMap<string, (row: R, context: ReadContext) => Value>

type Child = AdSetRow | AdRow

/** The fields of ad sets and ads that conditions can name. */
export const childFilterFields: FilterFields<Child> = new Map<
  string,
  (row: Child, context: ReadContext) => Value
>([
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['effective_status', (row, { tx }) => effectiveChildStatus(tx, row)],
  ['created_time', ({ createdTime }) => unixTime(createdTime)],
  ['updated_time', ({ updatedTime }) => unixTime(updatedTime)],
  ['campaign.id', ({ campaign }) => campaign],
  ['adset.id', (row) => ('adSet' in row ? row.adSet : undefined)],
])

/** Returns the name of a field without that of the row's kind: `adset.name` and `name` are the same. */
const ownName = (field: string, kind: string): string =>
  field.startsWith(`${kind}.`) ? field.slice(kind.length + 1) : field

/** Whether a condition names the effective status: a list then has rows that it leaves out by itself. */
export const namesStatus = (conditions: Conditions, kind: string): boolean =>
  conditions.some(({ field }) => ownName(field, kind) === 'effective_status')

/**
 * Returns the predicate of all conditions, or the error of one that names a field that it cannot test.
 *
 * @param kind The name of the row's kind, which may precede the name of a field, as in `adset.name`.
 */
export function filterOf<R>(
  context: ReadContext,
  conditions: Conditions,
  kind: 'campaign' | 'adset' | 'ad' | 'form',
  fields: FilterFields<R>,
): ((row: R) => boolean) | CallError {
  const tests: ((row: R) => boolean)[] = []
  for (const [index, condition] of conditions.entries()) {
    const { field, operator, value } = condition
    const read = fields.get(ownName(field, kind))
    if (!read)
      return invalidParameter(
        `Param filtering.${index}.field must be one of ${[...fields.keys()].join(', ')}, got ${field}: ` +
          'other fields are not simulated',
      )
    if (operator.endsWith('_THAN') && !Number.isFinite(Number(value[0])))
      return invalidParameter(`Param filtering.${index}.value must be a number with ${operator}`)
    const test = testOf(condition)
    tests.push((row) => test(read(row, context)))
  }
  return (row) => tests.every((test) => test(row))
}
