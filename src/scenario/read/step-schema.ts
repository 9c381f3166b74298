import { z } from '../../engine/schema/zod.ts'
import { StepExpectation } from './expectation-schema.ts'
import { DurationValue, JsonValue, Moment, NamedParams, PolicyValue, Save } from './value-schema.ts'

const common = {
  title: z.string().optional().describe('What happens, as a sentence.'),
  save: Save.optional(),
  expect: StepExpectation.optional().describe('What must be so after the step.'),
}

const Files = z
  .array(z.strictObject({ part: z.string().optional(), name: z.string(), bytes: JsonValue }))
  .describe('Files: the name of the form part, the name of the file, and its bytes.')

const CallStep = z
  .strictObject({
    call: z.string().describe('The name of an operation, such as `publishPost`.'),
    as: z.string().optional().describe('The access token. A call without it has none.'),
    version: z.string().optional().describe('The version: that of the policy if left out.'),
    with: NamedParams.optional(),
    files: Files.optional(),
    ...common,
  })
  .describe('Calls an operation of the service, as any client does.')

const RequestStep = z
  .strictObject({
    request: z.strictObject({
      method: z.string(),
      path: z.string().describe('The path, with its query if it has one. It may be a whole URL.'),
      headers: z.record(z.string(), z.string()).optional(),
      params: NamedParams.optional(),
      files: Files.optional(),
      body: JsonValue.optional().describe('The body as text, in place of `params`.'),
    }),
    ...common,
  })
  .describe('Sends an HTTP request as it is.')

export const ActionStep = z
  .strictObject({
    action: z.string().describe('The name of an action, such as `submitLead`.'),
    with: NamedParams.optional(),
    ...common,
  })
  .describe('Does what people, administrators or the platform do outside the API.')

const AdvanceStep = z
  .strictObject({ advance: DurationValue, ...common })
  .describe('Moves the clock forward by a duration, and runs the work that is due on the way.')

const AdvanceToStep = z
  .strictObject({ advanceTo: Moment, ...common })
  .describe('Moves the clock forward to an instant, and runs the work that is due on the way.')

/** A step that can be given: it must succeed, and the story begins after it. */
export const GivenStep = z.union([CallStep, ActionStep, AdvanceStep, AdvanceToStep])

const NextStep = z
  .strictObject({ next: z.literal(true), ...common })
  .describe('Moves the clock to the next pending work, and runs it.')

const DrainStep = z
  .strictObject({ drain: z.literal(true), ...common })
  .describe('Runs all pending work, at most 10,000 tasks.')

const AddFaultStep = z
  .strictObject({ addFault: NamedParams.describe('The rule, as `world.faults.add` takes it.'), ...common })
  .describe('Adds a fault rule. Save its `$.id` to remove it later.')

const RemoveFaultStep = z
  .strictObject({ removeFault: z.string().describe('The id of the rule, or `all`.'), ...common })
  .describe('Removes a fault rule, or all.')

export const Answer = z.union([
  z.int().describe('The status alone, such as `503`.'),
  z
    .strictObject({ status: z.int(), body: z.string().optional() })
    .describe('A status with a body. Only the body of an answer to a handshake matters.'),
  z.strictObject({ error: z.string() }).describe('No answer, and why, such as `connection refused`.'),
])

export type Answer = z.output<typeof Answer>

const DeliverStep = z
  .strictObject({
    deliver: z.strictObject({
      app: z.string().optional().describe('The app whose deliveries are due: every app if left out.'),
      answers: z
        .array(Answer)
        .optional()
        .describe(
          'The answers of the receiver, one for each attempt: a status, a status with a body, or an error. ' +
            'After the last it answers 200, and to a handshake with the challenge.',
        ),
    }),
    ...common,
  })
  .describe('Delivers the webhook notices that are due to a receiver with scripted answers.')

const ConfigureStep = z
  .strictObject({
    configure: z.strictObject({
      seed: z.string().optional(),
      policy: PolicyValue.optional().describe('The name of a policy, or the options that change.'),
      starter: z
        .record(z.string(), z.string())
        .optional()
        .describe('The names of the starter world. They end its set-up: the logs and the counts begin here.'),
    }),
    ...common,
  })
  .describe('Changes the seed or the policy of the world, or names the starter objects.')

const InputStep = z
  .strictObject({ input: JsonValue, ...common })
  .describe('Feeds one input as the pure `step` takes it, without running work that is due.')

const CheckStep = z
  .strictObject({ title: common.title, expect: StepExpectation })
  .describe('Does nothing, and compares the world with what is expected.')

/** Every kind of step, by the member that tells it from the others. */
export const stepKinds = {
  call: CallStep,
  request: RequestStep,
  action: ActionStep,
  advance: AdvanceStep,
  advanceTo: AdvanceToStep,
  next: NextStep,
  drain: DrainStep,
  addFault: AddFaultStep,
  removeFault: RemoveFaultStep,
  deliver: DeliverStep,
  configure: ConfigureStep,
  input: InputStep,
} as const

export const ScenarioStep = z.union([
  CallStep,
  RequestStep,
  ActionStep,
  AdvanceStep,
  AdvanceToStep,
  NextStep,
  DrainStep,
  AddFaultStep,
  RemoveFaultStep,
  DeliverStep,
  ConfigureStep,
  InputStep,
  CheckStep,
])

export type ScenarioStep = z.output<typeof ScenarioStep>
