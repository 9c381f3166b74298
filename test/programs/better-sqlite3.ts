import { createRequire } from 'node:module'

/*
 * What the programs of this folder use of better-sqlite3, on node-sqlite3-wasm: a build of the native module
 * takes minutes. The copies of the programs that tests explore import it instead, unless the variable
 * FAUXGRAPH_SQLITE names a folder that has better-sqlite3.
 */

type Value = string | number | bigint | null | undefined
type Row = Readonly<Record<string, Value>>

interface WasmStatement {
  run(values: readonly Value[]): { changes: number; lastInsertRowid: number }
  all(values: readonly Value[]): Row[]
}

interface WasmDatabase {
  readonly inTransaction: boolean
  exec(sql: string): void
  prepare(sql: string): WasmStatement
  close(): void
}

interface Wasm {
  readonly Database: new (path: string) => WasmDatabase
}

const wasm: Wasm = createRequire(import.meta.url)('node-sqlite3-wasm')

class Statement {
  private readonly inner: WasmStatement

  constructor(inner: WasmStatement) {
    this.inner = inner
  }

  run(...values: Value[]) {
    return this.inner.run(values)
  }

  /** Reads all rows, because node-sqlite3-wasm locks the database while one of them is not read. */
  get = (...values: Value[]): Row | undefined => this.all(...values)[0]

  all = (...values: Value[]): Row[] => this.inner.all(values)
}

/** A connection to a database. */
export class Database {
  private readonly inner: WasmDatabase

  constructor(path: string) {
    this.inner = new wasm.Database(path)
  }

  exec(sql: string): void {
    this.inner.exec(sql)
  }

  pragma(text: string): void {
    this.exec(`pragma ${text}`)
  }

  prepare = (sql: string): Statement => new Statement(this.inner.prepare(sql))

  /** Returns a function that does all its writes, or none. Within another one it is a part of that. */
  transaction<Values extends unknown[], Result>(work: (...values: Values) => Result) {
    return (...values: Values): Result => {
      if (this.inner.inTransaction) return work(...values)
      this.exec('begin')
      try {
        const result = work(...values)
        this.exec('commit')
        return result
      } catch (error) {
        if (this.inner.inTransaction) this.exec('rollback')
        throw error
      }
    }
  }

  close(): void {
    this.inner.close()
  }
}
