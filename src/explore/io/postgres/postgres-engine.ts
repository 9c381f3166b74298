import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What is used of PGlite: one session of PostgreSQL, which answers messages of its protocol at once. */
export interface PostgresEngine {
  /** The bytes that `onRawData` gets are memory of PGlite: they are right until it returns. */
  execProtocolRawStream(
    message: Uint8Array,
    options: { readonly syncToFs: false; onRawData(bytes: Uint8Array): void },
  ): Promise<void>
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

/**
 * Sends PGlite a message, and returns its answer, which is empty if PGlite has ended. Its method answers
 * before it returns. The other one of its methods that does so keeps each message of each answer for ever.
 */
export function answerOf(engine: PostgresEngine, message: Uint8Array): Buffer {
  const parts: Buffer[] = []
  const done = engine.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (bytes) => void parts.push(Buffer.from(bytes)),
  })
  // Without an answer, the caller says what is wrong.
  done.catch(() => {})
  return Buffer.concat(parts)
}

/** Lets PostgreSQL draw random bytes, of UUIDs for example, from `draw`, a number from 0 to 255. */
export function replaceRandomness({ Module: { FS } }: PostgresEngine, draw: () => number): void {
  for (const name of ['random', 'urandom']) {
    FS.unlink(`/dev/${name}`)
    FS.createDevice('/dev', name, draw)
  }
}
