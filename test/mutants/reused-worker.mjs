import { ThreadsPoolWorker } from 'vitest/node'

let thread

/**
 * A pool worker whose thread outlives a run. Stryker runs the tests once for each mutant, and loading two hundred
 * modules takes ten times as long as most of these runs: the thread keeps the modules, and loads only the test
 * files again.
 */
class ReusedWorker extends ThreadsPoolWorker {
  name = 'reused'
  listeners = []

  on(event, callback) {
    this.listeners.push([event, callback])
    super.on(event, callback)
  }

  async start() {
    this._thread = thread
    await super.start()
    thread = this._thread
    thread.setMaxListeners(0)
  }

  // The thread never hears that it must stop; the pool hears that it did.
  send(message) {
    if (message.type !== 'stop') return super.send(message)
    const stopped = { type: 'stopped', __vitest_worker_response__: true }
    setImmediate(() => this._thread?.emit('message', stopped))
  }

  async stop() {
    for (const [event, callback] of this.listeners) this._thread?.off(event, callback)
    this._thread?.stdout?.unpipe(this.stdout)
    this._thread?.stderr?.unpipe(this.stderr)
    this._thread = undefined
  }
}

/** A plugin that runs the tests of a project in a reused worker. Stryker overrides the option `pool`. */
export const reusedWorker = {
  name: 'reused worker',
  configureVitest({ project }) {
    project.config.pool = 'reused'
    project.config.poolRunner = {
      name: 'reused',
      createPoolWorker: (options) => new ReusedWorker(options),
    }
  },
}
