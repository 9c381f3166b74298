import { z } from '../../engine/schema/zod.ts'
import { JsonValue } from './value-schema.ts'

const ExpectedError = z.union([
  z.int(),
  z.strictObject({
    code: z.int().optional(),
    subcode: z.int().optional(),
    type: JsonValue.optional(),
    message: JsonValue.optional(),
  }),
])

/** The expectations of a step. Every member is compared in part, as `docs/scenarios.md` describes. */
export const StepExpectation = z.strictObject({
  ok: z.boolean().optional().describe('Whether the step succeeds. A step without `error` or `status` must.'),
  status: z.int().optional().describe('The HTTP status of a call; 0 if the connection closes without one.'),
  value: JsonValue.optional().describe('The result: the body of a response, or what an action returns.'),
  error: ExpectedError.optional().describe('The error: its code, or its code, subcode, type and message.'),
  headers: JsonValue.optional().describe('The headers of a response by name, in lower case.'),
  events: z
    .array(JsonValue)
    .optional()
    .describe('All events of the step, in order: the type of each, or its type and data.'),
  now: z.string().optional().describe('The time after the step.'),
  pending: JsonValue.optional().describe(
    'The pending work after the step, by due time: `at`, `kind` and `key`.',
  ),
  deliveries: JsonValue.optional().describe(
    'All webhook deliveries after the step: `status`, `due`, `attempts`, `notices`, `body`, …',
  ),
  calls: JsonValue.optional().describe('The calls that the step added to the call log.'),
  coverage: JsonValue.optional().describe('The counts of results of each operation since the beginning.'),
  hash: z.string().optional().describe('The full hash of the world after the step.'),
  why: JsonValue.optional().describe(
    'The explanation of the call before it is made: `failed` is the name of the check that refuses it.',
  ),
})

export type StepExpectation = z.output<typeof StepExpectation>
