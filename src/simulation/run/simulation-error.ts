/** Code of the user that ended a simulation: who, when, and the original error as `cause`. */
export class SimulationError extends Error {
  /** The name of the actor, arrival, receiver or gauge. */
  readonly actor: string
  /** Virtual time, in Unix milliseconds. */
  readonly at: number

  constructor(actor: string, at: number, problem: string, cause?: unknown) {
    super(`${actor} at ${new Date(at).toISOString()}: ${problem}`, cause === undefined ? {} : { cause })
    this.name = 'SimulationError'
    this.actor = actor
    this.at = at
  }
}
