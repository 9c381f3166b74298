/**
 * Areas: chapters of your own, beside those of the service. See docs/areas.md.
 *
 * @module fauxgraph/area
 */

export { z } from '../../engine/schema/zod.ts'
export type { ListOptions } from '../../engine/state/transaction.ts'
export type { Edge, Table } from '../../engine/store/table.ts'
export { count, formerRowId, instant, ordinal, rowId, table } from '../../engine/store/table.ts'
export type { Key } from '../../engine/store/tree.ts'
export type { Permission } from '../caller/caller.ts'
export type { ErrorCode, GraphError } from '../contract/errors.ts'
export type { CallFile } from '../routes/call.ts'
export type { StubDraw } from '../routes/draw.ts'
export { list, object } from '../values/compounds.ts'
export { nodeId } from '../values/references.ts'
export { boolean, defaulted, filledText, httpUrl, integer, oneOf, text } from '../values/scalars.ts'
export { isoTime } from '../values/times.ts'
export { listOf, pagingParams } from '../views/paging.ts'
export { successResult } from '../views/results.ts'
export { type Area, area } from './area.ts'
export { areaRows } from './area-rows.ts'
export type { AreaActions, AreaCalls, AreaEvents, AreaFactName, AreaFacts } from './client.ts'
export type { AreaActionContext, AreaCallContext, AreaList, AreaNotice, AreaRefusal } from './context.ts'
export { type AreaEvent, event } from './event.ts'
export { type AreaFact, type FactContext, fact } from './fact.ts'
export {
  type AreaAccess,
  type AreaAction,
  type AreaEndpoint,
  areaAction as action,
  areaEndpoint as endpoint,
} from './operation.ts'
export type { AreaCaller, AreaReadContext } from './read-context.ts'
export {
  type AnyTable,
  type AreaRow,
  type NamedRow,
  type ServiceTable,
  serviceTables as service,
} from './tables.ts'
export type { AreaReader, AreaTx, ScheduledAction } from './tx.ts'
export {
  type AnyView,
  type AreaField,
  type AreaView,
  areaRecord as record,
  type FieldMaker,
  view,
} from './view.ts'
