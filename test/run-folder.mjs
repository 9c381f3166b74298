import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder for what the files of a run of the tests share, and removes it at the end of the run. */
export function setup() {
  // Each project calls this.
  if (process.env.FAUXGRAPH_TEST_FOLDER !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-tests-'))
  process.env.FAUXGRAPH_TEST_FOLDER = folder
  return () => {
    delete process.env.FAUXGRAPH_TEST_FOLDER
    // A Chromium of a worker writes its last files there, for seconds on a busy machine.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}
