import { z } from 'zod'
import { instant, type RowOf, rowId, table } from '../../engine/table.ts'
import type { Tables } from '../tables.ts'

/** What reports catalog events (Resources › Catalog event statistic). */
export const eventSourceTypes = ['pixel', 'app'] as const

/** A pixel or an app that reports events. Statistics show it to its users alone (SIL-170). */
export const eventSources = table({
  row: z.object({
    type: z.enum(eventSourceTypes),
    name: z.string(),
    users: z.array(rowId('users')),
    createdTime: instant(),
  }),
  edges: {},
})

/** A row of an event source. */
export type EventSource = RowOf<Tables, 'eventSources'>
