import { z } from '../../engine/schema/zod.ts'
import { isFailure } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { defaulted, oneOfAnyCase } from '../../service/values/scalars.ts'
import { listOf, pagingParams } from '../../service/views/paging.ts'
import { recordSchema, recordSchemaWithoutId } from '../../service/views/record.ts'
import { summaryParam } from '../../service/views/summary.ts'
import { readsCatalog, readsUploads } from './catalog-access.ts'
import { eventBreakdowns } from './catalog-values.ts'
import { eventStatView, seesStat } from './event-stat.ts'
import { uploadErrorView } from './upload-error.ts'

const chapter = 'Endpoints › Catalog and feed upload'

/**
 * Lists the event statistics of a catalog for each of the 28 days before today, by event and event source,
 * and with the breakdown DEVICE_TYPE by device type too. Event sources that the caller cannot access are left
 * out (CAT-001, CAT-016, CAT-018, CAT-020, CAT-023, CAT-026).
 */
export const listEventStats = endpoint({
  route: 'GET /{catalog}/event_stats',
  chapter,
  access: readsCatalog,
  errors: [100, 270, 200, 190, 2635], // CAT-028, CAT-029, CAT-030, CAT-031, CAT-032
  params: z.object({
    /** `DEVICE_TYPE` groups the statistics by type of device too. */
    breakdowns: defaulted(list(oneOfAnyCase(eventBreakdowns), { split: true }), []), // CAT-024, SIL-016
    ...pagingParams,
  }),
  view: eventStatView,
  result: listOf(recordSchemaWithoutId(eventStatView)), // CAT-027
  run(context) {
    const { catalog, params, pageOf } = context
    const edge = params.breakdowns.length > 0 ? 'byDevice' : 'overall'
    const where = seesStat(context)
    const source = { table: 'eventStats', edge, owner: [catalog.id], ascending: true, where } as const
    return pageOf(source, eventStatView)
  },
})

/**
 * Lists the errors of a feed upload in the order of its rows. With `summary` the result has their total
 * number, on every page (CAT-002, CAT-036, CAT-038; SIL-171).
 */
export const listFeedUploadErrors = endpoint({
  route: 'GET /{feedUpload}/errors',
  chapter,
  access: readsUploads,
  errors: [100], // CAT-041
  params: z.object({
    /** `true` or `total_count` adds the summary. */
    summary: summaryParam.optional(),
    ...pagingParams,
  }), // CAT-037, CAT-038
  view: uploadErrorView,
  result: listOf(recordSchema(uploadErrorView)).extend({
    /** The totals of the list. Present only if the call asks for it. */
    summary: z
      .object({
        /** The number of errors of the upload. */
        total_count: z.int32(),
      })
      .optional(), // CAT-039, CAT-040
  }),
  run({ feedUpload, params, tx, pageOf }) {
    const page = pageOf(
      { table: 'uploadErrors', edge: 'byUpload', owner: [feedUpload.id], ascending: true },
      uploadErrorView,
    )
    if (isFailure(page) || !params.summary) return page
    return { ...page, summary: { total_count: tx.count('uploadErrors', 'byUpload', [feedUpload.id]) } }
  },
})
