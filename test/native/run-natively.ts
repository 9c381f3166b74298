import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a module, given as text, in a process of its own, which loads the modules of src anew. Paths are relative
 * to the folder of the project.
 *
 * @returns What the module writes to its standard output. Throws if it fails, or takes longer than a minute.
 */
export const runNatively = (text: string, flags: readonly string[] = []): string =>
  execFileSync(
    process.execPath,
    [
      ...flags,
      ...['--no-warnings', '--import', './test/native/register.mjs', '--input-type=module', '--eval', text],
    ],
    { cwd: root, encoding: 'utf8', timeout: 60_000 },
  )
