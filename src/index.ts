/**
 * Worlds, their clocks and clients, scenarios, the fetch handler and the OpenAPI document.
 *
 * @module fauxgraph
 */

export { type FetchHandler, type FetchOptions, interceptFetch, toFetchHandler } from './adapters/fetch.ts'
export type { PictureRenderer, RenderedPicture, RenderedSize } from './adapters/picture-renderer.ts'
export type * from './areas/operations.ts'
export type { Attempt, Delivery } from './areas/webhooks/delivery.ts'
export type { Json } from './engine/guard.ts'
export type { Input } from './engine/machine.ts'
export type { Recording } from './engine/recording.ts'
export type { WorldEvent } from './engine/state.ts'
export type { CallEntry } from './graph/call-entry.ts'
export type {
  ServiceOutcome as Outcome,
  ServiceState as State,
  ServiceStep as Step,
} from './graph/context.ts'
export type { ErrorCode, GraphError } from './graph/contract/errors.ts'
export type { TransientCode } from './graph/contract/transient.ts'
export type { Version } from './graph/contract/versions.ts'
export type { StubDraw } from './graph/draw.ts'
export type { ArmedRule } from './graph/ledger/fault-rule.ts'
export { contractPolicy, platformPolicy } from './graph/policy.ts'
export type { ArmedStub, Stub } from './graph/stub.ts'
export type { StubContext, StubFunction, StubRefusal } from './graph/stub-answer.ts'
export { step } from './machine/service-machine.ts'
export { type OpenApiDocument, type OpenApiOptions, openApiDocument } from './openapi/document.ts'
export type { OpenApiOperation } from './openapi/operation.ts'
export type { StepError, StepOutcome } from './scenario/outcome.ts'
export { parseScenario, type Scenario } from './scenario/parse.ts'
export type { DocumentPath, ScenarioPlace } from './scenario/place.ts'
export { type RecordOptions, recordScenario } from './scenario/record.ts'
export {
  type RunOptions,
  runScenario,
  type ScenarioDifference,
  type ScenarioRun,
  type StepResult,
} from './scenario/run.ts'
export type { ScenarioDocument } from './scenario/schema.ts'
export type { GraphResponse } from './wire/response.ts'
export { GraphCallError } from './world/call-error.ts'
export type { Advance, Clock, Pending } from './world/clock.ts'
export { type Coverage, type CoverageData, mergeCoverage, type OperationCoverage } from './world/coverage.ts'
export type { DiffOptions, RowDifference, WorldDifference, WorldRow } from './world/difference.ts'
export type { Duration, FixedDuration } from './world/durations.ts'
export type {
  AddedFault,
  DropFault,
  ErrorFault,
  Fault,
  FaultRule,
  Faults,
  FaultTime,
  HttpFault,
  LatencyFault,
  MalformedFault,
  NoticeFault,
  StaleReadFault,
} from './world/faults.ts'
export type { FlushOptions } from './world/flush.ts'
export type { FakeTimers } from './world/follow.ts'
export type { WorldHistory } from './world/history.ts'
export type { Calls, Events } from './world/logs.ts'
export type { MissedNotice } from './world/missed-notices.ts'
export type { AreaOptions, WorldOptions } from './world/options.ts'
export type { PictureResponse, PictureSize } from './world/pictures.ts'
export type { CheckVerdict } from './world/refusal.ts'
export type { GraphRequest } from './world/request.ts'
export type { Starter, StarterOptions } from './world/starter.ts'
export type { Publications } from './world/starter-publications.ts'
export type { AddedStub, StubAnswer, StubFunctions, StubOptions } from './world/stubs.ts'
export type { When } from './world/time.ts'
export type { TraceOptions } from './world/trace.ts'
export type { Trace } from './world/trace-schema.ts'
export type { DeliveryResult, Transport } from './world/transport.ts'
export type { Webhooks } from './world/webhooks.ts'
export type { Explanation, TypedCall } from './world/why.ts'
export {
  createWorld,
  type ForkOptions,
  type RestoreOptions,
  replay,
  restoreWorld,
  type Snapshot,
  type World,
} from './world/world.ts'
