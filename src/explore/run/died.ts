/**
 * Unwinds the stack of a process that died or exited, because code that runs synchronously cannot be stopped
 * otherwise. Code of the process may catch it, but every later hook throws it again.
 */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied'

  constructor() {
    super('This process has died: nothing that it does has an effect any more')
  }
}

/** The error of a process that ended otherwise than by exit code 0. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed'
}
