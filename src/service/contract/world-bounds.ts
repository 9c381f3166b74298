import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { limits } from './limits.ts'

const [KIBIBYTE, MEBIBYTE] = [1024, 1024 * 1024]

/** Upper bounds of what surrounds the service in one world: webhooks, faults, stubs, areas and traces. */
export interface WorldBounds {
  /** Notices that a world has not delivered yet. Further notices are listed as dropped. */
  readonly outboxNoticesMax: number
  /** Notices of ended deliveries in the outbox. The oldest are removed. */
  readonly endedNoticesMax: number
  /** Changes in `world.webhooks.missed`, of which an app was not notified. The oldest are removed. */
  readonly missedNoticesMax: number
  /** UTF-16 code units of the field of a notice, and of its object. */
  readonly noticeFieldCharactersMax: number
  /** Retries of a delivery in a policy. */
  readonly retriesMax: number
  /** Bytes of the answer of a webhook that are read, and UTF-16 code units of it in a result. */
  readonly webhookAnswerBytesMax: number
  /** UTF-16 code units of the error of a delivery in a result; the rest is cut. */
  readonly webhookErrorCharactersMax: number
  /** Fault rules of a world. */
  readonly faultRulesMax: number
  /** UTF-16 code units of a text in a fault rule. */
  readonly faultTextMax: number
  /** Headers of the response in a fault rule. */
  readonly faultHeadersMax: number
  /** Stubs of a world. */

  readonly stubsMax: number
  /** Characters of the answers of all stubs of a world, as JSON. */
  readonly stubCharactersMax: number
  /** Random values that the function of a stub draws for one call. */
  readonly stubDrawsMax: number
  /** UTF-16 code units of the route of a stub. */
  readonly stubRouteCharactersMax: number
  /** Functions of the stubs of a world: those of removed stubs stay, for its history. */
  readonly stubFunctionsMax: number
  /** Milliseconds of virtual time that a fault rule lets pass before an answer. */
  readonly faultLatencyMax: number
  /** Areas of a world. */
  readonly areasMax: number
  /** Reads and changes of one call or action of an area, and of one record that it shows. */
  readonly areaOperationsMax: number
  /** Notices that one call or action of an area queues. */
  readonly areaNoticesMax: number
  /** Owners of a row of an area on one edge. */
  readonly areaOwnersMax: number
  /** Elements of a key of an area: of an owner, or of an order. */
  readonly areaKeyElementsMax: number
  /** UTF-16 code units of a text in a key of an area. */
  readonly areaKeyCharactersMax: number
  /** Names of a starter world. */
  readonly starterNamesMax: number
  /** UTF-16 code units of such a name, and of its value. */
  readonly starterTextMax: number
  /** Steps of a trace. */
  readonly traceStepsMax: number
  /** Rows and due tasks of a trace, each. */
  readonly traceRowsMax: number
  /** Deliveries of a trace: the last ones. */
  readonly traceDeliveriesMax: number
  /** Bytes of the steps of a trace, of the rows before them, of the deliveries and of the recording, each. */
  readonly tracePartBytesMax: number
  /** Rows that changed, and events, that one step of a trace has. */
  readonly stepRowsMax: number
  /** Rows that changed, that one step of a trace counts. */
  readonly stepCountedRowsMax: number
}

/** The bounds of a world in force. Other code reads them from `bounds`. */
export const worldBounds: WorldBounds = {
  outboxNoticesMax: limits.outboxNoticesMax,
  endedNoticesMax: limits.endedNoticesMax,
  missedNoticesMax: 100,
  noticeFieldCharactersMax: 100,
  retriesMax: 100,
  webhookAnswerBytesMax: 64 * KIBIBYTE,
  webhookErrorCharactersMax: 200,
  faultRulesMax: 1_000,
  faultTextMax: 1_000,
  faultHeadersMax: 20,
  stubsMax: 500,
  stubCharactersMax: 4 * MEBIBYTE,
  stubDrawsMax: 10_000,
  stubRouteCharactersMax: 512,
  stubFunctionsMax: 10_000,
  faultLatencyMax: DAY_MS,
  areasMax: 100,
  areaOperationsMax: 100_000,
  areaNoticesMax: 100,
  areaOwnersMax: 100,
  areaKeyElementsMax: 8,
  areaKeyCharactersMax: 1_000,
  starterNamesMax: 100,
  starterTextMax: 1_000,
  traceStepsMax: 10_000,
  traceRowsMax: 10_000,
  traceDeliveriesMax: 1_000,
  tracePartBytesMax: 16 * MEBIBYTE,
  stepRowsMax: 100,
  stepCountedRowsMax: 1_000,
}
