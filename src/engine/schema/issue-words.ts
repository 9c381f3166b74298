import { cutText } from '../values/cut.ts'
import { shown } from '../values/shown.ts'
import { z } from './zod.ts'

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** Returns a value for a message. JSON has no numbers such as NaN. */
const got = (value: unknown): string => `, got ${typeof value === 'number' ? String(value) : shown(value)}`

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', record: 'member' }

/** Returns a number with its unit. */
const counted = (count: number | bigint | Date, unit: string): string =>
  `${String(count)} ${unit}${Number(count) === 1 ? '' : 's'}`

/** Words a value that is too small or too large. */
function boundWords(
  { origin, input, inclusive }: { origin: string; input: unknown; inclusive?: boolean | undefined },
  bound: number | bigint | Date,
  isLeast: boolean,
): string {
  const unit = units[origin]
  if (unit !== undefined) return `must have at ${isLeast ? 'least' : 'most'} ${counted(bound, unit)}`
  const exact = isLeast ? `${String(bound)} or more` : `${String(bound)} or less`
  const open = isLeast ? `more than ${String(bound)}` : `less than ${String(bound)}`
  return `must be ${inclusive === false ? open : exact}${got(input)}`
}

const choiceOf = (values: readonly unknown[]): string =>
  `${values.length === 1 ? '' : 'one of '}${values.map((value) => String(value)).join(', ')}`

const valueWords = (values: readonly unknown[], input: unknown): string =>
  `must be ${choiceOf(values)}${got(input)}`

/** The most members that a message lists. */
const MEMBERS_MAX = 20

function unknownMember({ keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : []
  const listed =
    known.length === 0 || known.length > MEMBERS_MAX ? '' : `: its members are ${known.join(', ')}`
  return `has no member ${shown(keys[0])}${listed}`
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((part) => cutText(String(part), 80)).join('.')

/** Whether an issue says that the value as a whole is of another kind. */
export const isOtherKind = ({ code, path }: z.core.$ZodIssue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')

/** Words a value that fits none of several shapes: by the shape of its kind, if there is one. */
function unionWords(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const { errors, input } = issue
  if ('discriminator' in issue && 'options' in issue && Array.isArray(issue.options))
    return valueWords(issue.options, Object(input)[String(issue.discriminator)])
  const meant = errors.find(([first]) => first && !isOtherKind(first))?.[0]
  if (meant)
    return meant.path.length === 0
      ? meant.message
      : `has a wrong ${pathText(meant.path)}: it ${meant.message}`
  const shapes = errors.flatMap(([first]) => (first ? [first.message.replace(/, got .*$/s, '')] : []))
  const words = [...new Set(shapes)].join(', or ').replaceAll(', or must be ', ' or ')
  return `${words || 'must be of a known kind'}${got(input)}`
}

/**
 * Words the issue of a schema that has no words of its own, as the end of a message whose beginning names the
 * value: "must be text, got 5". The texts of the schema library are for its users, and not for ours.
 */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return unknownMember(issue)
  if (issue.input === undefined)
    return issue.code === 'invalid_value' ? `is required: ${choiceOf(issue.values)}` : 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords[issue.expected] ?? `of the type ${issue.expected}`}${got(issue.input)}`
    case 'invalid_value':
      return valueWords(issue.values, issue.input)
    case 'too_small':
      return boundWords(issue, issue.minimum, true)
    case 'too_big':
      return boundWords(issue, issue.maximum, false)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}${got(issue.input)}`
    case 'invalid_format':
      return `must have the form ${issue.pattern ?? issue.format}${got(issue.input)}`
    case 'invalid_union':
      return unionWords(issue)
    case 'invalid_key':
      return `has a name that ${issue.issues[0]?.message ?? 'is not allowed'}`
    default:
      return `is not valid${got(issue.input)}`
  }
}

/**
 * Returns the first issue of a failed parse: its path and its message.
 *
 * @param whole The beginning of a message about the whole value, which has no path.
 */
export function issueText({ issues: [issue] }: Pick<z.core.$ZodError, 'issues'>, whole = ''): string {
  const path = pathText(issue?.path ?? []) || whole
  return `${path === '' ? '' : `${path} `}${issue?.message}`
}
