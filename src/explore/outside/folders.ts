import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { errorMessage } from '../../engine/values/error-message.ts'
import { WrongInput } from '../run/options/wrong-input.ts'

/** The largest folder that is copied for each run. */
const BYTES_MAX = 200 * 1024 * 1024
const FILES_MAX = 20_000

const advice = 'name a smaller folder, with only the files that the program keeps'

const leadsOut = (folder: string, path: string): boolean =>
  !existsSync(path) || relative(folder, realpathSync(path)).startsWith('..')

/** Throws if a folder cannot be copied for each run: it is a link, has a link that leads out, or is large. */
export function checkFolder(folder: string): void {
  const kind = lstatSync(folder, { throwIfNoEntry: false })
  if (!kind) throw new WrongInput(`explore: the folder ${folder} does not exist`)
  if (kind.isSymbolicLink())
    throw new WrongInput(`explore: the folder ${folder} is a link: name ${realpathSync(folder)} in its place`)
  if (!kind.isDirectory()) throw new WrongInput(`explore: ${folder} is a file: name the folder that has it`)
  const real = realpathSync(folder)
  let [bytes, files] = [0, 0]
  const look = (inner: string): void => {
    for (const entry of readdirSync(inner, { withFileTypes: true })) {
      const path = join(inner, entry.name)
      if (entry.isSymbolicLink() && leadsOut(real, path))
        throw new WrongInput(
          `explore: ${path} is a link that leads out of the folder ${folder}, where all runs would write: ` +
            'replace the link by a copy',
        )
      if (entry.isDirectory()) look(path)
      files++
      if (entry.isFile()) bytes += lstatSync(path).size
      if (files > FILES_MAX)
        throw new WrongInput(`explore: the folder ${folder} has more than ${FILES_MAX} files: ${advice}`)
      if (bytes > BYTES_MAX)
        throw new WrongInput(`explore: the folder ${folder} has more than ${BYTES_MAX >> 20} MB: ${advice}`)
    }
  }
  look(real)
}

/** The working folders of an exploration: one at a time. */
export interface Folders {
  /** The folder that holds them. */
  readonly root: string
  /** Makes the folder of the next run. The one before is removed. */
  renew(): string
  /** Removes everything. */
  close(): void
}

/** Makes working folders that begin as copies of a folder; as empty ones without it. */
export function workingFolders(from: string | undefined): Folders {
  if (from !== undefined) checkFolder(from)
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'fauxgraph-run-'))
  const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  let count = 0
  return {
    root,
    renew() {
      remove(join(root, String(count)))
      const path = join(root, String(++count))
      try {
        if (from === undefined) mkdirSync(path)
        else cpSync(from, path, { recursive: true, verbatimSymlinks: true })
        return path
      } catch (cause) {
        throw new WrongInput(
          `explore: the folder ${from ?? ''} cannot be copied to ${path}: ${errorMessage(cause)}`,
          { cause },
        )
      }
    },
    close: () => remove(root),
  }
}
