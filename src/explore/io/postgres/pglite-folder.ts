import fs from 'node:fs'
import { type Hook, stackOf } from '../../run/calls/caller.ts'
import { replaceMembers } from '../../run/replace.ts'
import { currentScope } from '../../run/scope.ts'
import { refuseInRun } from '../sqlite/sql-guard.ts'

/** The nearest frames: hooks of files may stand between the package and this one. */
const NEAR = 3

const ofPackage = ['@electric-sql/pglite/', '@electric-sql\\pglite\\']

/** Paths of extensions, which PGlite asks for too, are URLs. */
const isAskedByPglite = (path: unknown, hook: Hook): path is string =>
  typeof path === 'string' &&
  stackOf(hook, NEAR).some((line) => ofPackage.some((name) => line.includes(name)))

/**
 * Refuses in a run a PGlite that keeps its database in a real folder. It asks first whether the folder is
 * there, before it writes anything. Returns how to stop it.
 */
export const refusePgliteFolders = (): (() => void) =>
  replaceMembers([
    {
      owner: fs,
      name: 'existsSync',
      make: (original: typeof fs.existsSync) =>
        function existsSync(path: fs.PathLike): boolean {
          if (currentScope() && isAskedByPglite(path, existsSync))
            refuseInRun(
              `opened the database ${path}`,
              'keep PGlite in memory, or list its folder, as in database: files("./data")',
              existsSync,
            )
          return original(path)
        },
    },
  ])
