import { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { type PolicyName, presets } from '../../service/policy.ts'
import { policyFormProblem } from '../../service/policy-schema.ts'
import type { Duration } from '../../world/time/durations.ts'

/** Any JSON value. */
export const JsonValue = z.custom<Json>((value) => value !== undefined)

/** The form of the name of a saved value. */
export const SAVED_NAME = /^[A-Za-z]\w{0,59}$/

/** The name of a saved value. */
const Name = z
  .string()
  .regex(SAVED_NAME, 'must be a letter, then letters, digits or underscores, at most 60 in all')

/** Parameters of an operation. */
export const NamedParams = z
  .record(z.string(), JsonValue)
  .describe(
    'Parameters by name. A text such as `$name` is a saved value, and `$$` a dollar sign. ' +
      '`{ $time: … }` is an instant in Unix seconds, `{ $picture: { width, height } }` the bytes of a PNG.',
  )

/** Named values to save from the result of a step. */
export const Save = z
  .record(Name, z.string())
  .describe('Names for parts of the result, each with its path, such as `$.id` or `$.data[0].id`.')

/** A duration in any form that the clock takes. Its text is checked when the scenario is parsed. */
export const DurationValue = z
  .custom<Duration>((value) => typeof value === 'number' || typeof value === 'string')
  .meta({
    type: ['number', 'string'],
    description:
      'Milliseconds, or a text such as `25h`, `2 weeks`, `1 month`, `3 business days` or `P1M2DT3H`.',
  })

/** The name of a preset, or options of a policy. */
export const PolicyValue = z
  .custom<PolicyName | { readonly [option: string]: Json }>(
    (value) => policyFormProblem(value) === undefined,
    {
      error: ({ input }) => policyFormProblem(input) ?? '',
    },
  )
  .meta({ anyOf: [{ enum: Object.keys(presets) }, { type: 'object' }] })

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The days that `next` names. */
export const dayNames = ['day', 'weekday', ...weekdays, 'month', 'year'] as const

const at = z.string().describe('The time of the day, such as `09:00`. `00:00` if left out.')
const zone = z.string().describe('The time zone, such as `Europe/Berlin`. `UTC` if left out.')

/** A point in time, absolute or relative to the clock of the world. */
export const Moment = z
  .union([
    z.string(),
    z.strictObject({ after: DurationValue }).describe('A duration after the time of the world.'),
    z
      .strictObject({ next: z.enum(dayNames), at: at.optional(), in: zone.optional() })
      .describe(
        'The first such day whose time is later than now: `weekday` is Monday to Friday, `month` the first ' +
          'of a month, `year` the first of January.',
      ),
    z
      .strictObject({ date: z.string(), at: at.optional(), in: zone.optional() })
      .describe('A date such as `2026-03-29`, and a time of that day in its zone.'),
  ])
  .describe('An ISO 8601 time with an offset or Z, or a description of an instant.')

export type Moment = z.output<typeof Moment>

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The longest text that an open value can have. */
export const OPEN_TEXT_MAX = 1_000

const OpenText = z
  .strictObject({
    any: z.literal('text'),
    example: z.string(),
    minLength: z.int().min(0).max(OPEN_TEXT_MAX).optional(),
    maxLength: z.int().min(0).max(OPEN_TEXT_MAX).optional(),
  })
  .describe('Any text, 1 to 100 characters long if no length is given.')

const OpenInteger = z
  .strictObject({ any: z.literal('integer'), example: z.int(), from: z.int(), to: z.int() })
  .describe('Any whole number from `from` to `to`.')

const OpenTime = z
  .strictObject({
    any: z.literal('time'),
    example: z.string(),
    from: z.string(),
    to: z.string(),
    as: z.enum(['iso', 'unix']).optional(),
  })
  .describe('Any instant in whole seconds, as ISO 8601 text, or with `as: unix` in Unix seconds.')

const OpenChoice = z
  .strictObject({ oneOf: z.array(Scalar).min(1).max(1_000), example: Scalar })
  .describe('One of a list.')

/** A value that a scenario leaves open: it holds for every value of this kind. */
export const OpenValue = z.union([OpenText, OpenInteger, OpenTime, OpenChoice])

export type OpenValue = z.output<typeof OpenValue>

/** Named values of a scenario: fixed or open ones. */
export const Values = z
  .record(Name, z.union([Scalar, OpenText, OpenInteger, OpenTime, OpenChoice]))
  .describe(
    'Named values. An open value, such as `{ any: integer, from: 1, to: 60, example: 30 }`, is its example ' +
      'when the scenario is played, and any value of its kind when it is checked as a property.',
  )
