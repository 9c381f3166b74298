import { ProcessDied } from '../../run/died.ts'
import { currentScope, isDead } from '../../run/scope.ts'
import type { DurableProcess } from './part.ts'
import { type StatementKind, statementKinds, statementLine } from './sql-statements.ts'

/** A connection of the code under test: it knows which of its statements make something durable. */
export interface SqlConnection {
  /** Performs one or several statements. Those that commit are a place where the process may die. */
  perform<T>(sql: string, values: readonly unknown[], work: () => T): T
}

/** Refuses what a dead process does, and what a live one does with a connection of a dead one. */
function checkAlive(process: DurableProcess, name: string): void {
  if (!process.isDead()) return
  const scope = currentScope()
  if (scope && !isDead(scope))
    throw new Error(
      `The connection to ${name} belongs to an earlier process, which has ended: ` +
        'open it in what each process runs, not in a module that stays loaded',
    )
  throw new ProcessDied()
}

/** Whether these statements, begun inside or outside of a transaction, make something durable. */
export function commits(found: readonly StatementKind[], isInside: boolean, hasWrites: boolean): boolean {
  let inside = isInside
  let pending = hasWrites
  for (const kind of found) {
    if (kind === 'begin' || kind === 'savepoint') inside = true
    else if (kind === 'write') {
      if (!inside) return true
      pending = true
    } else if (kind === 'commit') {
      if (pending) return true
      inside = false
    } else if (kind === 'rollback') {
      inside = false
      pending = false
    }
  }
  return false
}

/** Watches the statements of a connection that `process` opened. */
export function watchConnection(
  process: DurableProcess,
  name: string,
  { isInTransaction, busy }: { isInTransaction(): boolean; busy(): Error },
): SqlConnection {
  const pending: string[] = []
  /** The savepoints of a transaction that began with one: releasing the first commits. */
  let savepoints = 0
  const isOutermost = (found: readonly StatementKind[], isInside: boolean): boolean => {
    if (!isInside) savepoints = 0
    if (found.includes('savepoint') && (!isInside || savepoints > 0)) savepoints++
    if (!found.includes('release') || savepoints === 0) return false
    savepoints--
    return savepoints === 0
  }
  return {
    perform(sql, values, work) {
      checkAlive(process, name)
      const found = statementKinds(sql)
      const isInside = isInTransaction()
      const isLast = isOutermost(found, isInside)
      const hasWrite = found.includes('write')
      const own = hasWrite ? statementLine(sql, values) : ''
      const isCommit = commits(found, isInside, pending.length > 0) || (isLast && pending.length > 0)
      if (!isCommit) {
        const result = work()
        if (!isInTransaction()) pending.length = 0
        else if (hasWrite) pending.push(own)
        return result
      }
      const lines = [...pending, ...(hasWrite ? [own] : [])]
      const line = isInside ? `transaction ${lines.join('; ')}` : lines.join('; ')
      const conflict = () => {
        if (isLast) savepoints++
        throw busy()
      }
      const result = process.write(line, work, { conflict })
      pending.length = 0
      return result
    },
  }
}
