import { constants } from 'node:fs'
import type { Replacement } from '../../run/replace.ts'
import { currentScope } from '../../run/scope.ts'
import { refuseOutside } from '../durable/folders.ts'
import { refuseOpenBefore } from './open-before.ts'

type Method = (...values: unknown[]) => unknown

// Taken before anything replaces it. `node:fs` stands on its functions.
const binding: object = Reflect.get(process, 'binding')('fs')

const { O_APPEND, O_CREAT, O_RDWR, O_TRUNC, O_WRONLY } = constants
const WRITES = O_APPEND | O_CREAT | O_RDWR | O_TRUNC | O_WRONLY

const first = [
  'chmod',
  'chown',
  'lchown',
  'lutimes',
  'mkdir',
  'mkdtemp',
  'rmSync',
  'rmdir',
  'unlink',
  'utimes',
]
const ofFiles = ['fchmod', 'fchown', 'ftruncate', 'futimes', 'writeBuffer', 'writeBuffers', 'writeString']

/** The parameters of each function that name what it changes, by a path or the number of an open file. */
const places: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(
    [...first, ...ofFiles, 'open', 'openFileHandle', 'writeFileUtf8'].map((name) => [name, [0]]),
  ),
  ...Object.fromEntries(
    ['copyFile', 'cpSyncCopyDir', 'cpSyncOverrideFile', 'symlink'].map((name) => [name, [1]]),
  ),
  ...{ link: [0, 1], rename: [0, 1] },
}

const onlyReads = (name: string, flags: unknown): boolean =>
  (name === 'open' || name === 'openFileHandle') && (Number(flags) & WRITES) === 0

/**
 * A second row of hooks, below `node:fs`: it meets code that took a function of `node:fs` before the
 * exploration, such as a package that the test has loaded too. What the first row performs is in a folder of
 * the run by then.
 */
export const fileBindings: readonly Replacement[] = Object.entries(places)
  .filter(([name]) => typeof Reflect.get(binding, name) === 'function')
  .map(([name, written]) => ({
    owner: binding,
    name,
    make: (original: Method): Method =>
      function replaced(this: unknown, ...values) {
        if (currentScope() && !onlyReads(name, values[1]))
          for (const place of written) {
            const target = values[place]
            if (typeof target === 'number') refuseOpenBefore(target, replaced)
            else refuseOutside(target, replaced)
          }
        return Reflect.apply(original, this, values)
      },
  }))
