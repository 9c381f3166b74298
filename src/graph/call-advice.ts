/** A time in the parameters of a call that is more than a day from the time of the world. */
export interface FarTime {
  /** The name of the parameter. */
  readonly name: string
  /** Unix milliseconds. */
  readonly instant: number
}

/** Advice for the author of a client about one call. It is no part of the state of a world. */
export interface Advice {
  /** What follows from the call and the world. */
  readonly hint: string | undefined
  /** The times of the call that are far from the time of the world. */
  readonly farTimes: readonly FarTime[] | undefined
  /** The time of the world, in Unix milliseconds. */
  readonly at: number
}

/** What a call shows about its client. */
export interface Noticed {
  readonly advice: Advice | undefined
  /** The names of the parameters that the endpoint ignored. */
  readonly ignored: readonly string[] | undefined
}
