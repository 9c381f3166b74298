/** A time in the parameters of a call that is more than a day from the time of the world. */
export interface FarTime {
  /** The name of the parameter. */
  readonly name: string
  /** Unix milliseconds. */
  readonly instant: number
}

/** Advice for the author of a client about one call. It is no part of the state of a world. */
export interface Advice {
  /** The hint that needs no clock of the client. */
  readonly hint: string | undefined
  /** The times of the call that are far from the time of the world. */
  readonly farTimes: readonly FarTime[] | undefined
  /** The time of the world, in Unix milliseconds. */
  readonly at: number
}

/** The advice about a call, and the parameters that had no effect. */
export interface Noticed {
  readonly advice: Advice | undefined
  /** The names of the parameters that the endpoint ignored. */
  readonly ignored: readonly string[] | undefined
}
