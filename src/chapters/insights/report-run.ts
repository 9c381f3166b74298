import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import { json } from '../../service/values/columns.ts'
import { plainObject } from '../../service/values/plain.ts'
import { isoDate, unixTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { ReportRunRow } from '../rows.ts'
import type { Grouping, InsightObject } from './insights.ts'

/** The milliseconds that a report takes. */
const REPORT_TIME = 2_000

const reportStatuses = ['Job Not Started', 'Job Running', 'Job Completed'] as const

/** Returns the part of a report that is made, in percent. A report takes two seconds of virtual time. */
export function reportProgress({ createdTime }: ReportRunRow, now: number): number {
  const part = Math.floor(((now - createdTime) * 100) / REPORT_TIME)
  return Math.max(0, Math.min(100, part))
}

function reportStatus(run: ReportRunRow, now: number): (typeof reportStatuses)[number] {
  const progress = reportProgress(run, now)
  if (progress === 100) return 'Job Completed'
  return progress === 0 ? 'Job Not Started' : 'Job Running'
}

/** The state of a report of insights. */
export const reportRunView = {
  name: 'AdReportRun',
  minimal: [
    'id',
    'account_id',
    'time_ref',
    'async_status',
    'async_percent_completion',
    'date_start',
    'date_stop',
  ],
  fields: {
    id: field(z.string(), ({ id }: ReportRunRow) => String(id)),
    /** The id of the ad account, without the prefix `act_`. */
    account_id: field(z.string(), ({ adAccount }: ReportRunRow) => String(adAccount)),
    /** When the report was asked for, as a Unix time in seconds. */
    time_ref: field(z.int(), ({ createdTime }: ReportRunRow) => unixTime(createdTime)),
    /** When the report was complete, as a Unix time in seconds. Missing before. */
    time_completed: field(z.int(), (run: ReportRunRow, { now }) =>
      reportProgress(run, now) === 100 ? unixTime(run.createdTime + REPORT_TIME) : undefined,
    ),
    /** The state of the report: its insights can be read when it is `Job Completed`. */
    async_status: field(z.enum(reportStatuses), (run: ReportRunRow, { now }) => reportStatus(run, now)),
    /** The part of the report that is made, in percent. */
    async_percent_completion: field(z.int(), (run: ReportRunRow, { now }) => reportProgress(run, now)),
    /** Whether the report is still being made. */
    is_running: field(z.boolean(), (run: ReportRunRow, { now }) => reportProgress(run, now) < 100, {
      onRequest: true,
    }),
    /** The first day, as `YYYY-MM-DD`. */
    date_start: field(z.string(), ({ since }: ReportRunRow) => isoDate(since)),
    /** The last day, included, as `YYYY-MM-DD`. */
    date_stop: field(z.string(), ({ until }: ReportRunRow) => isoDate(until)),
  },
} satisfies View<ReportRunRow>

const Given = z.object({
  level: z.string(),
  increment: json,
  breakdowns: z.array(z.string()),
  filtering: z.array(json),
  fields: z.string().optional(),
})

/** Stores a report of insights: its period is that of now. */
export function newReport(
  tx: Tx,
  object: InsightObject,
  { period, ...grouping }: Grouping,
  fields: string | undefined,
): ReportRunRow {
  return tx.insert('reportRuns', {
    adAccount: object.kind === 'adAccounts' ? object.id : object.adAccount,
    object: object.id,
    createdTime: tx.now,
    ...period,
    given: plainObject({ ...grouping, fields }),
  })
}

/** Returns the parameters of a report, and the fields that it shows. */
export function reportOf({ since, until, given }: ReportRunRow): {
  readonly grouping: Grouping
  readonly fields: string | undefined
} {
  const { fields, ...grouping } = Given.parse(given)
  return {
    // The members were written by newReport.
    grouping: { ...(grouping as unknown as Omit<Grouping, 'period'>), period: { since, until } },
    fields,
  }
}
