/**
 * Worlds, their clocks and clients, and the fetch handler.
 *
 * @module fauxgraph
 */

export { type FetchHandler, type FetchOptions, interceptFetch, toFetchHandler } from './adapters/fetch.ts'
export type { PictureRenderer, RenderedPicture, RenderedSize } from './adapters/picture-renderer.ts'
export type { Attempt, Delivery } from './areas/webhooks/delivery.ts'
export type { FlushOptions } from './areas/webhooks/sending/flush.ts'
export type { MissedNotice } from './areas/webhooks/sending/missed-notices.ts'
export type { DeliveryResult, Transport } from './areas/webhooks/sending/transport.ts'
export type { Webhooks } from './areas/webhooks/sending/webhooks.ts'
export type { Input } from './engine/domain.ts'
export type { Recording } from './engine/recording.ts'
export type { WorldEvent } from './engine/state/state.ts'
export type { Json } from './engine/values/guard.ts'
export type * from './generated/operations.ts'
export type { CallEntry } from './graph/call-entry.ts'
export type { ErrorCode, GraphError } from './graph/contract/errors.ts'
export type { TransientCode } from './graph/contract/transient.ts'
export type { Version } from './graph/contract/versions.ts'
export type { ArmedRule } from './graph/ledger/fault-rule.ts'
export { contractPolicy, type Policy, type PolicyName, platformPolicy } from './graph/policy.ts'
export type {
  ServiceOutcome as Outcome,
  ServiceState as State,
  ServiceStep as Step,
} from './graph/routes/context.ts'
export type { StubDraw } from './graph/routes/draw.ts'
export type { ArmedStub, Stub } from './graph/stubs/stub.ts'
export type { StubContext, StubFunction, StubRefusal } from './graph/stubs/stub-function.ts'
export type { CallOutcome, TypedFile } from './graph/typed-call.ts'
export type { List, Paging } from './graph/views/paging.ts'
export type { GraphResponse } from './wire/response.ts'
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
