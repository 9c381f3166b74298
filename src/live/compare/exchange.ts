import type { Json } from '../../engine/values/guard.ts'
import { isRecord } from '../../engine/values/plain-object.ts'

/** A recorded request with its response. */
export interface RecordedExchange {
  /** Where it stands, such as `session.har: log.entries.3`. */
  readonly place: string
  readonly request: RecordedRequest
  readonly response: RecordedResponse
  /** When the request was sent, in Unix milliseconds; undefined if the recording does not say. */
  readonly at: number | undefined
}

export interface RecordedRequest {
  readonly method: string
  readonly url: string
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface RecordedResponse {
  readonly status: number
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A file that was read, and its exchanges. */
export interface ReadRecording {
  /** The format: `har`, `vcr`, `nock`, `wiremock` or `json`. */
  readonly format: string
  /** The file as text, without a byte order mark. */
  readonly text: string
  /** Whether the text is YAML: JSON otherwise. */
  readonly isYaml: boolean
  readonly exchanges: readonly RecordedExchange[]
  /** The number of requests that were left out, by reason. A reason without requests is absent. */
  readonly leftOut: Readonly<Record<string, number>>
}

export const recordingBounds = {
  /** Bytes of a JSON file. */
  bytesMax: 200 * 1024 * 1024,
  /** Bytes of a YAML file, which takes far more memory to read. */
  yamlBytesMax: 16 * 1024 * 1024,
  /** Nesting of arrays and objects. */
  depthMax: 200,
  /** Values of a file. */
  valuesMax: 20_000_000,
  /** Bytes of a body that is unpacked. */
  bodyBytesMax: 16 * 1024 * 1024,
  /** Exchanges of a file. */
  exchangesMax: 100_000,
  /** Nodes that the files show, all together: each becomes a row of a world. */
  factsMax: 100_000,
} as const

type Members = { readonly [name: string]: Json }

/** Whether a value is an object with members. */
export const isMembers = (value: unknown): value is Members => isRecord(value)

/** Returns the members of a value: none if it is no object. */
export const jsonMembers = (value: unknown): Members => (isMembers(value) ? value : {})

/** Returns a list: an empty one for any other value. */
export const jsonList = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : [])
