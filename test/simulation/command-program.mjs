// The command as a worker process runs it, from its sources.
import '../native/register.mjs'

globalThis[Symbol.for('virtual:fauxgraph-viewer')] = () => ({ script: '', style: '' })
await import('../../src/cli/main.ts')
