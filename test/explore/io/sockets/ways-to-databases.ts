import { createRequire } from 'node:module'
import { join } from 'node:path'

/* The ways by which code of a run may reach databases that nobody listed. */

const load = createRequire(import.meta.url)
// A release build of better-sqlite3 is tested where a folder of this name has one.
export const nativeFolder = process.env['FAUXGRAPH_SQLITE']

const has = (name: string): boolean => {
  try {
    load(name)
    return true
  } catch {
    return false
  }
}

/** The kind of way, its name, the code, and what the report says of it; empty if nobody can call it. */
export type WayOut = readonly [kind: string, name: string, code: string, said: string]

const requireOf = (name: string) =>
  `require(${JSON.stringify(nativeFolder ? join(nativeFolder, 'node_modules', name) : name)})`

/** The drivers of SQLite: how a database is opened by each. */
const drivers: readonly (readonly [name: string, open: string])[] = [
  ['node-sqlite3-wasm', `const { Database } = require('node-sqlite3-wasm')`],
  ...(nativeFolder ? [['better-sqlite3', `const Database = ${requireOf('better-sqlite3')}`] as const] : []),
  ...(has('node:sqlite')
    ? [['node:sqlite', `const { DatabaseSync: Database } = require('node:sqlite')`] as const]
    : []),
]

const attached = 'let SQLite open a file by'

const ofDrivers = drivers.flatMap(([driver, open]): WayOut[] => {
  const way = (name: string, code: string, said: string): WayOut => [
    'databases',
    `${driver}: ${name}`,
    `${open}\n${code}`,
    said,
  ]
  const inMemory = `const database = new Database(':memory:')\n`
  return [
    way(
      'a file that nobody listed',
      `new Database('FOLDER/archive.db').exec('delete from leads')`,
      'opened the database FOLDER/archive.db',
    ),
    way(
      'a URI',
      `new Database('file:FOLDER/archive.db?mode=rw').exec('delete from leads')`,
      'opened the database FOLDER/archive.db',
    ),
    way(
      'a URI that seems to be in memory',
      `new Database('file:FOLDER/archive.db?mode=memory&mode=rw').exec('delete from leads')`,
      'opened the database FOLDER/archive.db',
    ),
    way(
      'a path that is another when it is read again',
      `let times = 0
      const at = '/FOLDER/archive.db'
      const path = new URL('file:' + at)
      path.charCodeAt = (place) => at.charCodeAt(place)
      path.length = at.length
      path.toString = () => (times++ ? at : ':memory:')
      Object.defineProperty(path, 'href', { get: () => (times++ ? 'file:' + at : ':memory:') })
      new Database(path).exec('delete from leads')`,
      '',
    ),
    way(
      'a text that is another when it is read again',
      `${inMemory}let times = 0
      const sql = "attach 'FOLDER/archive.db' as a; delete from a.leads"
      database.exec({ length: sql.length, charCodeAt: (place) => sql.charCodeAt(place), toString: () => (times++ ? sql : 'select 1') })`,
      '',
    ),
    way('a new file', `new Database('FOLDER/new.db').exec('create table a (b)')`, 'opened the database'),
    way(
      'attach by exec',
      `${inMemory}database.exec("attach 'FOLDER/archive.db' as a; delete from a.leads")`,
      attached,
    ),
    way(
      'attach of a URI',
      `${inMemory}database.exec("attach 'file:FOLDER/archive.db?mode=memory&mode=rw' as a; delete from a.leads")`,
      attached,
    ),
    way(
      'attach by prepare',
      `${inMemory}database.prepare("ATTACH DATABASE 'FOLDER/archive.db' AS a").run()
      database.exec('delete from a.leads')`,
      attached,
    ),
    way(
      'attach with a parameter',
      `${inMemory}database.prepare('attach ? as a').run('FOLDER/archive.db')
      database.exec('delete from a.leads')`,
      attached,
    ),
    way(
      'attach between comments',
      `${inMemory}database.exec("select $$; /* ; */ attach -- $$\\n 'FOLDER/archive.db' as a; delete from a.leads")`,
      attached,
    ),
    way(
      'attach for a trigger',
      `${inMemory}database.exec("create table t (x); attach 'FOLDER/archive.db' as a;"
        + "create temp trigger r after insert on t begin delete from a.leads; end; insert into t values (1)")`,
      attached,
    ),
    way('vacuum into', `${inMemory}database.exec("vacuum main into 'FOLDER/copy.db'")`, attached),
    way(
      'the class of a database',
      `${inMemory}new (database.constructor)('FOLDER/archive.db').exec('delete from leads')`,
      'opened the database',
    ),
    way(
      'a folder for temporary files',
      `${inMemory}database.exec("pragma temp_store_directory = 'FOLDER'")`,
      attached,
    ),
  ]
})

const betterSqlite: readonly WayOut[] = (
  [
    ['databases', 'backup', `await database.backup('FOLDER/copy.db')`, 'copied a database to FOLDER/copy.db'],
    [
      'databases',
      'an extension',
      `database.loadExtension('FOLDER/extension.so')`,
      'loaded the extension FOLDER/extension.so',
    ],
    ['databases', 'a pragma', `database.pragma("temp_store_directory = 'FOLDER'")`, attached],
    [
      'databases',
      'attach in a transaction',
      `database.transaction(() => database.exec("attach 'FOLDER/archive.db' as a"))()
      database.exec('delete from a.leads')`,
      attached,
    ],
    [
      'databases',
      'attach by a copy in memory',
      `new Database(database.serialize()).prepare('attach ? as a').run('FOLDER/archive.db')`,
      attached,
    ],
    [
      'files',
      'serialize, and a file',
      `require('fs').writeFileSync('FOLDER/copy.db', database.serialize())`,
      'wrote to FOLDER/copy.db',
    ],
    [
      'before',
      'a database',
      `before.better.exec('delete from leads')`,
      'used the database FOLDER/archive.db',
    ],
    ['before', 'a pragma', `before.better.pragma('user_version = 7')`, 'used the database FOLDER/archive.db'],
    ['before', 'a statement', `before.betterStatement.run()`, 'used the database FOLDER/archive.db'],
    [
      'before',
      'a transaction',
      `before.better.transaction(() => before.betterStatement.run())()`,
      'used the database FOLDER/archive.db',
    ],
    [
      'before',
      'backup',
      `await before.better.backup('FOLDER/copy.db')`,
      'copied a database to FOLDER/copy.db',
    ],
  ] as const
).map(([kind, name, code, said]) => [
  kind,
  `better-sqlite3: ${name}`,
  `const Database = ${requireOf('better-sqlite3')}
  const database = new Database(':memory:')
  ${code}`,
  said,
])

const pglite = (code: string): string => `const { PGlite } = require('@electric-sql/pglite')\n${code}`

const postgres: readonly WayOut[] = [
  [
    'databases',
    'PGlite: a folder',
    pglite(`await new PGlite('FOLDER/postgres').waitReady`),
    'opened the database FOLDER/postgres',
  ],
  [
    'databases',
    'PGlite: a folder as a URL, and an option',
    pglite(`await PGlite.create({ dataDir: 'file://FOLDER/postgres' })`),
    'opened the database FOLDER/postgres',
  ],
]

const others: readonly WayOut[] = [
  ...(has('node:sqlite')
    ? ([
        [
          'databases',
          'node:sqlite: backup',
          `const { DatabaseSync, backup } = require('node:sqlite')
          backup(new DatabaseSync(':memory:'), 'FOLDER/copy.db')`,
          'copied a database to FOLDER/copy.db',
        ],
        [
          'databases',
          'node:sqlite: an extension',
          `const { DatabaseSync } = require('node:sqlite')
          new DatabaseSync(':memory:', { allowExtension: true }).loadExtension('FOLDER/extension.so')`,
          'loaded the extension FOLDER/extension.so',
        ],
        [
          'databases',
          'node:sqlite: a tagged template, of Node 24',
          `const { DatabaseSync } = require('node:sqlite')
          const database = new DatabaseSync(':memory:')
          if (database.createTagStore) database.createTagStore().run\`attach \${'FOLDER/archive.db'} as a\`
          else database.exec('attach 1 as a')`,
          attached,
        ],
      ] as const)
    : []),
  [
    'before',
    'node-sqlite3-wasm: a database',
    `before.database.exec('delete from leads')`,
    'used the database FOLDER/archive.db',
  ],
  [
    'before',
    'node-sqlite3-wasm: a statement',
    `before.statement.run()`,
    'used the database FOLDER/archive.db',
  ],
  ...(has('node:sqlite')
    ? ([
        [
          'before',
          'node:sqlite: a database',
          `before.nodeDatabase.exec('delete from leads')`,
          'used the database FOLDER/archive.db',
        ],
      ] as const)
    : []),
  [
    'before',
    'node-sqlite3-wasm: a class',
    `new before.Database('FOLDER/archive.db').exec('delete from leads')`,
    'used the database FOLDER/archive.db',
  ],
]

/** All ways to databases that this machine has. */
export const databases: readonly WayOut[] = [
  ...ofDrivers,
  ...(nativeFolder ? betterSqlite : []),
  ...others,
  ...postgres,
]
