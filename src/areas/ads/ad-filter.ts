import type { z } from 'zod'
import type { ReadContext } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { lowerAscii } from '../../graph/values/letter-case.ts'
import { filledText, oneOf, scalar } from '../../graph/values/scalars.ts'
import { unixTime } from '../../graph/values/times.ts'

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

/** The members of a row that conditions can name. */
interface Filterable {
  readonly id: number
  readonly name: string
  readonly createdTime: number
  readonly updatedTime: number
  readonly campaign?: number
  readonly adSet?: number
}

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

/** How a list reads the fields that its conditions can name. */
interface FilteredList<R> {
  /** The name of the objects of the list, which may precede a field, as in `adset.name`. */
  readonly prefix: 'campaign' | 'adset' | 'ad'
  readonly effectiveStatus: (row: R, context: ReadContext) => string
}

function readersOf<R extends Filterable>({ effectiveStatus }: FilteredList<R>) {
  return new Map<string, (row: R, context: ReadContext) => Value>([
    ['id', ({ id }) => id],
    ['name', ({ name }) => name],
    ['effective_status', effectiveStatus],
    ['created_time', ({ createdTime }) => unixTime(createdTime)],
    ['updated_time', ({ updatedTime }) => unixTime(updatedTime)],
  ])
}

const parents = new Map<string, (row: Filterable) => Value>([
  ['campaign.id', ({ campaign }) => campaign],
  ['adset.id', ({ adSet }) => adSet],
])

/** Returns the predicate of all conditions, or the error of one that names a field that it cannot test. */
export function filterOf<R extends Filterable>(
  context: ReadContext,
  conditions: Conditions,
  filtered: FilteredList<R>,
): ((row: R) => boolean) | CallError {
  const readers = readersOf(filtered)
  const own = `${filtered.prefix}.`
  const fields = [...readers.keys(), ...parents.keys()]
  const tests: ((row: R) => boolean)[] = []
  for (const [index, condition] of conditions.entries()) {
    const { field } = condition
    const read = readers.get(field.startsWith(own) ? field.slice(own.length) : field) ?? parents.get(field)
    if (!read)
      return invalidParameter(
        `Param filtering.${index}.field must be one of ${fields.join(', ')}, got ${field}: other fields ` +
          'are not simulated',
      )
    if (condition.operator.endsWith('_THAN') && !Number.isFinite(Number(condition.value[0])))
      return invalidParameter(`Param filtering.${index}.value must be a number with ${condition.operator}`)
    const test = testOf(condition)
    tests.push((row) => test(read(row, context)))
  }
  return (row) => tests.every((test) => test(row))
}
