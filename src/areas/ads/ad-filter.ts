import type { z } from 'zod'
import type { ReadContext } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { lowerAscii } from '../../graph/values/letter-case.ts'
import { filledText, oneOf, scalar } from '../../graph/values/scalars.ts'
import { unixTime } from '../../graph/values/times.ts'
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

/** The parameter `filtering` of lists of ads, ad sets and campaigns: all its conditions must hold. */
export const adFiltering = list(
  object({ field: filledText, operator: oneOf(operators), value: conditionValue }),
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

type Child = AdSetRow | AdRow

/** The fields that conditions can name after the name of the row's kind, as in `adset.name`, or alone. */
const ownFields = new Map<string, (row: Child, context: ReadContext) => Value>([
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['effective_status', (row, { tx }) => effectiveChildStatus(tx, row)],
  ['created_time', ({ createdTime }) => unixTime(createdTime)],
  ['updated_time', ({ updatedTime }) => unixTime(updatedTime)],
])

const parentFields = new Map<string, (row: Child) => Value>([
  ['campaign.id', ({ campaign }) => campaign],
  ['adset.id', (row) => ('adSet' in row ? row.adSet : undefined)],
])

const fieldNames = [...ownFields.keys(), ...parentFields.keys()].join(', ')

/** Returns the predicate of all conditions, or the error of one that names a field that it cannot test. */
export function filterOf(
  context: ReadContext,
  conditions: Conditions,
  kind: 'adset' | 'ad',
): ((row: Child) => boolean) | CallError {
  const own = `${kind}.`
  const tests: ((row: Child) => boolean)[] = []
  for (const [index, condition] of conditions.entries()) {
    const { field } = condition
    const name = field.startsWith(own) ? field.slice(own.length) : field
    const read = ownFields.get(name) ?? parentFields.get(field)
    if (!read)
      return invalidParameter(
        `Param filtering.${index}.field must be one of ${fieldNames}, got ${field}: other fields ` +
          'are not simulated',
      )
    if (condition.operator.endsWith('_THAN') && !Number.isFinite(Number(condition.value[0])))
      return invalidParameter(`Param filtering.${index}.value must be a number with ${condition.operator}`)
    const test = testOf(condition)
    tests.push((row) => test(read(row, context)))
  }
  return (row) => tests.every((test) => test(row))
}
