import { z } from '../../../engine/schema/zod.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { DAY_MS } from '../../../engine/values/milliseconds.ts'
import { bounds } from '../../../service/contract/bounds.ts'
import { DAY, limits } from '../../../service/contract/limits.ts'
import { type FactName, factKinds } from '../../run/calls/fact-names.ts'
import { isOfDatabase, isOfFile, isOfRedis, writeFaults, writtenAt } from '../../run/write-kinds.ts'
import { turns } from '../../time/calendar.ts'

/** The longest wait of a step, in milliseconds: ten years. */
const WAIT_MAX = 3_652 * DAY_MS

/** The maximum number of facts of one step. */
export const factsMax = 500

/** The name of a fact of an area. */
const areaFact = /^[a-z][A-Za-z0-9]{0,39}\.[a-z][A-Za-z0-9]{0,39}$/

/** Something that happens in the world without the code under test. */
const Fact = z.strictObject({
  do: z.literal('fact'),
  kind: z.custom<FactName>(
    (kind) => typeof kind === 'string' && (factKinds.some((known) => known === kind) || areaFact.test(kind)),
    {
      error: ({ input }) =>
        `expected one of ${factKinds.join(', ')}, or a fact of an area, such as tracker.issueReported, ` +
        `got ${JSON.stringify(input)}`,
    },
  ),
  /** The number of facts at this instant; one if left out. */
  count: z.number().int().min(1).max(factsMax).optional(),
  /** The name of the fact that it changes, such as `post A`; the newest one if left out. */
  of: z.string().optional(),
  /** Whether the next step begins at once, so that one notice may tell of both. */
  withNext: z.literal(true).optional(),
})

const Wait = z.strictObject({
  do: z.literal('wait'),
  milliseconds: z.number().int().min(1).max(WAIT_MAX),
})
/** Time passes until the last second before a turn of the calendar. */
const WaitFor = z.strictObject({ do: z.literal('wait for'), endOf: z.enum(turns) })
const StartJob = z.strictObject({ do: z.literal('job'), job: z.string() })
const RunCommand = z.strictObject({
  do: z.literal('command'),
  command: z.string(),
  value: z.custom<Json>((value) => value !== undefined).optional(),
})

/** A fact, a wait, a job or a command: what happens next in a story. */
export const StoryStep = z.discriminatedUnion('do', [Fact, Wait, WaitFor, StartJob, RunCommand])

const steps = z.number().int().min(1).max(100)

/** A harm: the thing that goes wrong at one place. */
const Harm = z.discriminatedUnion('do', [
  /** The connection is refused: the request never reaches the service. */
  z.strictObject({ do: z.literal('refused') }),
  /** The call takes effect, but the connection breaks before its answer arrives. */
  z.strictObject({ do: z.literal('answer lost') }),
  /**
   * The service refuses the call with this code: `for` this many steps, or this many `times` in a row (this
   * call alone if both are left out).
   */
  z.strictObject({
    do: z.literal('error'),
    code: z.number().int(),
    for: steps.optional(),
    times: z.number().int().min(2).max(100).optional(),
  }),
  /** A gateway answers with this status; the call does not take effect, unless `after` says so. */
  z.strictObject({
    do: z.literal('status'),
    status: z.number().int().min(400).max(599),
    after: z.literal(true).optional(),
  }),
  /** The call takes effect, and its answer is damaged. */
  z.strictObject({ do: z.literal('damaged'), how: z.enum(['truncated', 'html', 'empty']) }),
  /** The request, or its answer, arrives this many steps later. */
  z.strictObject({ do: z.literal('request late'), steps }),
  z.strictObject({ do: z.literal('answer late'), steps }),
  /** A fact happens just before the call; or after its effect, and before its answer, if `after` says so. */
  z.strictObject({ do: z.literal('meanwhile'), fact: Fact, after: z.literal(true).optional() }),
  /** The process dies before the call, or after it took effect and before its answer arrives. */
  z.strictObject({ do: z.literal('dies before') }),
  z.strictObject({ do: z.literal('dies after') }),
  /** The process dies in the middle of a write to a file: only the first half of it is there. */
  z.strictObject({ do: z.literal('torn') }),
  /** The database refuses a write once: as busy, or because of another transaction. */
  z.strictObject({ do: z.literal('conflict') }),
  /** A write to a database takes effect, but the connection breaks before its answer arrives. */
  z.strictObject({ do: z.literal('disconnect') }),
  /** The process is told to stop (SIGTERM) before the call, and starts again. */
  z.strictObject({ do: z.literal('stops') }),
  /** The process is told to stop before the call or notice, and the next version of the program starts. */
  z.strictObject({ do: z.literal('deploy') }),
  /** The process dies before the call or notice, and starts again after this many hours. */
  z.strictObject({ do: z.literal('down'), hours: z.number().int().min(1).max(1_000) }),
  /** A notice is sent once more, at the same time as the first; or some steps later. */
  z.strictObject({ do: z.literal('twice') }),
  z.strictObject({ do: z.literal('again later'), steps }),
  /** A notice arrives this many steps later, or after the next one. */
  z.strictObject({ do: z.literal('late'), steps }),
  z.strictObject({ do: z.literal('after the next') }),
  /**
   * Lists of the operation with a larger `limit` are too large for one page from this call on: `for` this
   * many steps, or for good.
   */
  z.strictObject({
    do: z.literal('too large'),
    limit: z.number().int().min(1).max(bounds.policyNumberMax),
    for: steps.optional(),
  }),
  /** From here on, the first page of the list is empty and has `next`, or pages have this many rows. */
  z.strictObject({ do: z.literal('empty page') }),
  z.strictObject({ do: z.literal('short page'), rows: z.number().int().min(1).max(limits.listLimitMax) }),
  /** The cursor of the call has expired, for good. */
  z.strictObject({ do: z.literal('cursor expired') }),
  /** The media that the call uploads are processed for this many seconds. */
  z.strictObject({ do: z.literal('processing'), seconds: z.number().int().min(1).max(DAY) }),
])

const address = /^(?:notice \d+|.+#\d+\/[^/]+\/\d+)$/

const noticeHarms: readonly string[] = ['twice', 'again later', 'late', 'after the next']
const storeHarms: readonly string[] = ['dies before', 'dies after']
const fileHarms: readonly string[] = [...storeHarms, 'torn']
const redisHarms: readonly string[] = [...storeHarms, 'disconnect']
const databaseHarms: readonly string[] = [...redisHarms, 'conflict']

/** The harms that a place of this address can suffer. */
function harmNamesAt(at: string): readonly string[] {
  if (/^notice \d+$/.test(at)) return [...noticeHarms, 'down', 'deploy']
  if (isOfFile(at)) return fileHarms
  if (isOfDatabase(at)) return databaseHarms
  if (isOfRedis(at)) return redisHarms
  if (writtenAt(at)) return storeHarms
  const others: readonly string[] = [...noticeHarms, ...writeFaults]
  return harmNames.filter((name) => !others.includes(name))
}

/**
 * Something that goes wrong, and where: at the nth call of an operation by an invocation
 * (`sync#2/listFormLeads/1`), at the nth write of an invocation to the store (`sync#1/store/1`) or a database
 * (`sync#1/sql/1`), or at a notice (`notice 3`).
 */
const Mark = z
  .strictObject({
    at: z.string().regex(address, {
      error: ({ input }) =>
        'expected a place such as sync#2/listFormLeads/1, sync#1/store/1 or notice 3, ' +
        `got ${JSON.stringify(input)}`,
    }),
    harm: Harm,
  })
  .superRefine(({ at, harm }, { addIssue }) => {
    const fitting = harmNamesAt(at)
    if (fitting.includes(harm.do)) return
    const message = `at ${at}, expected one of ${fitting.join(', ')}, got ${JSON.stringify(harm.do)}`
    addIssue({ code: 'custom', path: ['harm', 'do'], message })
  })

/** The script of one run: facts and starts in their order, and harms at single places. */
export interface Story {
  readonly steps: readonly StoryStep[]
  readonly marks: readonly Mark[]
}

/** Something that happens in the world without the code under test, such as a new lead. */
export type Fact = z.output<typeof Fact>
/** A step of a story: a fact, a wait, the start of a job, or a command. */
export type StoryStep = z.output<typeof StoryStep>
/** Something that goes wrong, such as a lost answer or the death of a process. */
export type Harm = z.output<typeof Harm>
/** A harm, and the place where it happens. */
export type Mark = z.output<typeof Mark>

/** The schema of a story in a file. */
export const StorySchema = z.strictObject({
  steps: z.array(StoryStep).max(1_000),
  marks: z.array(Mark).max(1_000),
})

/** The possible values of `do` in steps and in harms. */
export const stepNames = StoryStep.options.map(({ shape }) => shape.do.value)
export const harmNames = Harm.options.map(({ shape }) => shape.do.value)

/** A text that is the same for equal stories. */
export const storyKey = (story: Story): string => JSON.stringify(story)
