import { z } from 'zod'
import { type RowOf, table } from '../../engine/table.ts'
import { ids } from './columns.ts'
import type { Tables } from './tables.ts'

/** What reports catalog events (Resources › Catalog event statistic). */
export const eventSourceTypes = ['pixel', 'app'] as const

/** A pixel or an app that reports events. Statistics show it to its users alone (SIL-170). */
export const eventSources = table({
  row: z.object({ type: z.enum(eventSourceTypes), name: z.string(), users: ids, createdTime: z.number() }),
  edges: {},
})

/** A row of an event source. */
export type EventSource = RowOf<Tables, 'eventSources'>
