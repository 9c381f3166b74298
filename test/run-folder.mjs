import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cache } from './native/hooks.mjs'

/** Maximum files in the cache of stripped sources: several versions of each source. */
const CACHED_MAX = 10_000

/** Makes a folder for what the files of a run of the tests share, and removes it at the end of the run. */
export function setup() {
  // Each project calls this.
  if (process.env.FAUXGRAPH_TEST_FOLDER !== undefined) return undefined
  if (existsSync(cache) && readdirSync(cache).length > CACHED_MAX)
    rmSync(cache, { recursive: true, force: true })
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-tests-'))
  process.env.FAUXGRAPH_TEST_FOLDER = folder
  return () => {
    delete process.env.FAUXGRAPH_TEST_FOLDER
    // A Chromium of a worker writes its last files there, for seconds on a busy machine.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}
