import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { errorMessage } from '../../../engine/values/error-message.ts'
import { bareSql, statementEnds } from '../durable/sql-statements.ts'
import type { SqlDriver } from './sql-driver.ts'

/** Copies a database, with what its log has not moved into it yet. Nothing is copied if there is none. */
export function copyDatabase(from: string, to: string): void {
  for (const ending of ['', '-wal']) if (existsSync(from + ending)) copyFileSync(from + ending, to + ending)
}

/** Makes the database in which runs begin: a file of SQL, or a function that is given an empty database. */
export type SqlSchema = string | ((file: string) => unknown)

/** The line of the first statement that does not run; undefined if it cannot be told. */
function lineOfError(driver: SqlDriver, sql: string): number | undefined {
  const handle = driver.open(':memory:')
  let from = 0
  try {
    for (const end of statementEnds(sql)) {
      try {
        handle.exec(sql.slice(from, end))
        from = end
      } catch (error) {
        // The beginning of a trigger, which later text completes.
        if (!/incomplete input/.test(errorMessage(error))) break
      }
    }
  } finally {
    handle.close()
  }
  const rest = bareSql(sql).slice(from).trimStart()
  return rest === '' ? undefined : sql.slice(0, sql.length - rest.length).split('\n').length
}

function runFile(driver: SqlDriver, file: string, source: string, path: string): void {
  const near = relative(process.cwd(), source)
  const fail = (place: string, error: unknown): never => {
    throw new TypeError(`sqlite: the schema of ${path} does not load: ${place}: ${errorMessage(error)}`)
  }
  if (!existsSync(source)) fail(near, 'there is no such file')
  const sql = readFileSync(source, 'utf8')
  const handle = driver.open(file)
  try {
    handle.exec(sql)
  } catch (error) {
    const line = lineOfError(driver, sql)
    fail(line === undefined ? near : `${near}:${line}`, error)
  } finally {
    handle.close()
  }
}

/**
 * Makes the database in which every run begins: by a schema, or as a copy of the one at `path`. Throws a
 * TypeError that names the file and line of a schema that does not load.
 */
export async function makeBaseline(
  driver: SqlDriver,
  file: string,
  { path, root, schema }: { readonly path: string; readonly root: string; readonly schema?: SqlSchema },
): Promise<void> {
  if (typeof schema === 'string') return runFile(driver, file, resolve(root, schema), path)
  if (schema === undefined) {
    copyDatabase(path, file)
    driver.open(file).close()
    return
  }
  try {
    await schema(file)
  } catch (error) {
    throw new TypeError(
      `sqlite: the schema of ${path} does not load: its function threw ${errorMessage(error)}`,
    )
  }
}
