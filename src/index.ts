/**
 * Worlds, their clocks and clients, and the fetch handler.
 *
 * @module fauxgraph
 */

export type { Attempt, Delivery } from './chapters/webhooks/delivery.ts'
export type { Input } from './engine/domain.ts'
export type { Recording } from './engine/recording.ts'
export type { WorldEvent } from './engine/state/state.ts'
export type { Json } from './engine/values/guard.ts'
export type * from './generated/operations.ts'
export type { GraphResponse } from './machine/wire/response.ts'
export { type FetchHandler, type FetchOptions, interceptFetch, toFetchHandler } from './server/fetch.ts'
export type { PictureRenderer, RenderedPicture, RenderedSize } from './server/picture-renderer.ts'
export type { CallEntry } from './service/call-entry.ts'
export type { ErrorCode, GraphError } from './service/contract/errors.ts'
export type { TransientCode } from './service/contract/transient.ts'
export type { Version } from './service/contract/versions.ts'
export type { ArmedRule } from './service/ledger/fault-rule.ts'
export { contractPolicy, type Policy, type PolicyName, platformPolicy } from './service/policy.ts'
export type {
  ServiceOutcome as Outcome,
  ServiceState as State,
  ServiceStep as Step,
} from './service/routes/context.ts'
export type { StubDraw } from './service/routes/draw.ts'
export type { ArmedStub, Stub } from './service/stubs/stub.ts'
export type { StubContext, StubFunction, StubRefusal } from './service/stubs/stub-function.ts'
export type { CallOutcome, TypedFile } from './service/typed-call.ts'
export type { List, Paging } from './service/views/paging.ts'
export {
  type CreatedWorld,
  createWorld,
  type RestoreOptions,
  replay,
  restoreWorld,
} from './world/create-world.ts'
export type {
  AddedFault,
  DropFault,
  EmptyPageFault,
  ErrorFault,
  ExpiredCursorFault,
  Fault,
  FaultRule,
  Faults,
  FaultTime,
  HttpFault,
  LatencyFault,
  MalformedFault,
  NoticeFault,
  ShortPageFault,
  StaleReadFault,
  UnusedFault,
} from './world/faults.ts'
export { GraphCallError } from './world/handle/call-error.ts'
export type { Advance, Clock, Pending } from './world/handle/clock.ts'
export {
  type Coverage,
  type CoverageData,
  mergeCoverage,
  type OperationCoverage,
} from './world/handle/coverage.ts'
export type { FakeTimers } from './world/handle/follow.ts'
export type { Calls, Events } from './world/handle/logs.ts'
export type { AreaOptions, WorldOptions } from './world/handle/options.ts'
export type { PictureResponse, PictureSize } from './world/handle/pictures.ts'
export type { CheckVerdict } from './world/handle/refusal.ts'
export type { GraphRequest } from './world/handle/request.ts'
export { stepOf } from './world/handles.ts'
export type { DiffOptions, RowDifference, WorldDifference, WorldRow } from './world/history/difference.ts'
export type { Trace, TraceOptions } from './world/history/trace-schema.ts'
export type { Explanation, TypedCall } from './world/history/why.ts'
export type { MissedNotice } from './world/sending/missed-notices.ts'
export type { DeliveryResult, FlushOptions, Transport, Webhooks } from './world/sending/webhooks.ts'
export type {
  Starter,
  StarterChoice,
  StarterOptions,
  StarterTokens,
  StarterWorldOptions,
} from './world/starter/starter-names.ts'
export type { Publications } from './world/starter/starter-publications.ts'
export type { AddedStub, StubAnswer, StubFunctions, StubOptions } from './world/stubs.ts'
export type { Duration, FixedDuration } from './world/time/durations.ts'
export type { When } from './world/time/time.ts'
export type { ForkOptions, Snapshot, StarterWorld, World, WorldHistory } from './world/world.ts'
