import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Gives the tests of a file a temporary folder of their own: explorations of other tests have theirs beside it.
 * Returns a function that lists the working folders of runs in it.
 */
export function ownTemporaryFolder(): () => readonly string[] {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'outside-temporary-'))
    vi.stubEnv('TMPDIR', folder)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => readdirSync(folder).filter((name) => name.startsWith('fauxgraph-run-'))
}
