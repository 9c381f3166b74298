import { z } from '../../engine/schema/zod.ts'
import { starterTokenNames } from '../../world/starter/starter-names.ts'
import { ActionStep, GivenStep, ScenarioStep } from './step-schema.ts'
import { DurationValue, JsonValue, PolicyValue, Values } from './value-schema.ts'

/** The version of scenario files. */
export const SCENARIO_VERSION = 1

/** The most steps of a scenario. */
export const STEPS_MAX = 10_000

const WorldSettings = z
  .strictObject({
    seed: z.union([z.string(), z.int()]).optional(),
    now: z.string().optional().describe('The first instant, such as `2026-01-15T09:00:00Z`.'),
    policy: PolicyValue.optional().describe(
      'The name of a policy, or single options of the contract policy.',
    ),
    defaultVersion: z.string().optional(),
    autoTick: DurationValue.optional(),
    logSize: z.int().optional(),
    pictureBytesMax: z.int().optional(),
    recordBytesMax: z.int().optional(),
  })
  .describe('Options of `createWorld`.')

/** A stub whose answer is data. */
export const GivenStub = z
  .strictObject({
    route: z.string().describe('Method and path, such as `GET /{page}/conversations`.'),
    data: JsonValue.describe('The answer to each call.'),
    template: z
      .boolean()
      .optional()
      .describe(
        'Fills `{{count}}`, the number of the call, and `{{params.name}}` in the texts of the answer.',
      ),
    override: z.boolean().optional().describe('Replaces a simulated endpoint.'),
  })
  .describe('An endpoint that the simulator does not have, and its answer.')

const Given = z
  .strictObject({
    world: WorldSettings.optional(),
    starter: z
      .union([
        z.literal(true),
        z.strictObject({
          publications: z.boolean(),
          leadFields: z.array(z.string()).exactOptional(),
          tokens: z
            .strictObject(
              Object.fromEntries(starterTokenNames.map((name) => [name, z.string().exactOptional()])),
            )
            .exactOptional()
            .describe('Texts of tokens by their names, for a program that has them as constants.'),
          business: z
            .boolean()
            .exactOptional()
            .describe('Adds a business that owns the page and the ad account.'),
          instagram: z.boolean().exactOptional().describe('Adds an Instagram account of the page.'),
        }),
      ])
      .optional()
      .describe('Begins with the starter world, whose ids and tokens are saved under their names.'),
    stubs: z
      .array(GivenStub)
      .optional()
      .describe('Endpoints that the simulator does not have, with their answers.'),
    actions: z.array(ActionStep).optional().describe('Actions before the first step, which must succeed.'),
    steps: z
      .array(GivenStep)
      .max(STEPS_MAX)
      .optional()
      .describe('Actions, calls and advances after these actions, which must succeed.'),
    snapshot: JsonValue.optional().describe('A snapshot to begin with, in place of all others.'),
  })
  .describe('The world before the first step: an empty one if left out.')

/** A scenario file. */
export const ScenarioDocument = z
  .strictObject({
    fauxgraph: z.literal(SCENARIO_VERSION).describe('The version of the format.'),
    title: z.string().describe('The name of the scenario.'),
    description: z.string().optional().describe('What the scenario shows, in plain words.'),
    given: Given.optional(),
    values: Values.optional(),
    steps: z.array(ScenarioStep).max(STEPS_MAX).describe('What happens, in order.'),
  })
  .describe('A scenario of fauxgraph: a story that is played step by step.')

/** A scenario file as values. */
export type ScenarioDocument = z.output<typeof ScenarioDocument>

/** Returns the JSON Schema of scenario files, for editors. */
export const scenarioJsonSchema = (): object =>
  z.toJSONSchema(ScenarioDocument, { io: 'input', unrepresentable: 'any', target: 'draft-7' })
