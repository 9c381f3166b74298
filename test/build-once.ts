import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Builds something once in a run of the tests. Returns its folder, which all files of the run share. */
export async function buildOnce(name: string, build: (folder: string) => Promise<unknown>): Promise<string> {
  const root = process.env['FAUXGRAPH_TEST_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'fauxgraph-tests-'))
  const folder = join(root, name)
  const ended = `${folder}.ended`
  try {
    mkdirSync(folder)
  } catch {
    // Another file builds it.
    while (!existsSync(ended)) await wait(50)
    return folder
  }
  try {
    await build(folder)
  } finally {
    writeFileSync(ended, '')
  }
  return folder
}
