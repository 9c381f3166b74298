import { register } from 'node:module'

const viewer = Symbol.for('virtual:fauxgraph-viewer')

// This file runs before each file of tests of a worker.
if (!(viewer in globalThis)) {
  Object.defineProperty(globalThis, viewer, { value: () => import('virtual:fauxgraph-viewer') })
  register('./hooks.mjs', import.meta.url)
}
