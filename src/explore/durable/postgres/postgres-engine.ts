import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What is used of PGlite: one session of PostgreSQL, which answers messages of its protocol at once. */
export interface PostgresEngine {
  execProtocolRawSync(message: Uint8Array): Uint8Array
  dumpDataDir(compression: 'none'): Promise<Blob>
  close(): Promise<void>
  /** The files that PostgreSQL sees, in memory. */
  readonly Module: {
    readonly FS: {
      unlink(path: string): void
      createDevice(folder: string, name: string, read: () => number): void
    }
  }
}

interface PgliteModule {
  readonly PGlite: { create(options?: { readonly loadDataDir: Blob }): Promise<PostgresEngine> }
}

/** Folders of data in which nothing was done yet, by the file of PGlite: to make one takes seconds. */
const empty = new Map<string, Blob>()

/** Starts PGlite, as the program in a folder resolves it. Throws a TypeError if it is not installed. */
export async function startEngine(root: string): Promise<PostgresEngine> {
  const require = createRequire(join(root, 'package.json'))
  let path: string
  try {
    path = require.resolve('@electric-sql/pglite')
  } catch {
    throw new TypeError(
      `postgres: a database needs @electric-sql/pglite, which is not installed in ${root}: ` +
        'npm install --save-dev @electric-sql/pglite',
    )
  }
  const { PGlite } = (await import(pathToFileURL(path).href)) as PgliteModule
  const known = empty.get(path)
  if (known) return PGlite.create({ loadDataDir: known })
  const engine = await PGlite.create()
  empty.set(path, await engine.dumpDataDir('none'))
  return engine
}

/** Lets PostgreSQL draw random bytes, of UUIDs for example, from `draw`, a number from 0 to 255. */
export function replaceRandomness({ Module: { FS } }: PostgresEngine, draw: () => number): void {
  for (const name of ['random', 'urandom']) {
    FS.unlink(`/dev/${name}`)
    FS.createDevice('/dev', name, draw)
  }
}
