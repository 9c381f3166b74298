import { statementLine } from '../durable/sql-statements.ts'
import { boundValues, textAt, type WireMessage, wireMessage } from './postgres-wire.ts'

/** The statements and portals of one connection, among those of others in the same session. */
export class PostgresNames {
  private readonly prefix: string
  private readonly statements = new Map<string, string>()
  private readonly portals = new Map<string, { readonly sql: string; readonly values: readonly unknown[] }>()

  constructor(prefix: string) {
    this.prefix = prefix
  }

  private own = (name: string): string => `${name === '' ? '' : this.prefix + name}\0`

  /**
   * The bytes of a message whose names are those of this connection, and the statement that it executes, with
   * its line in the trace.
   */
  read({ type, body }: WireMessage): { bytes: Buffer; executed?: { sql: string; line: string } } {
    const { text, next } = textAt(body, 0)
    if (type === 'Q')
      return { bytes: wireMessage(type, body), executed: { sql: text, line: statementLine(text, []) } }
    if (type === 'P') {
      this.statements.set(text, textAt(body, next).text)
      return { bytes: wireMessage(type, this.own(text), body.subarray(next)) }
    }
    if (type === 'B') {
      const statement = textAt(body, next)
      const sql = this.statements.get(statement.text) ?? ''
      this.portals.set(text, { sql, values: boundValues(body, statement.next) })
      const names = this.own(text) + this.own(statement.text)
      return { bytes: wireMessage(type, names, body.subarray(statement.next)) }
    }
    if (type === 'D' || type === 'C') {
      const what = body.subarray(0, 1)
      return { bytes: wireMessage(type, what, this.own(textAt(body, 1).text)) }
    }
    if (type !== 'E') return { bytes: wireMessage(type, body) }
    const { sql = '', values = [] } = this.portals.get(text) ?? {}
    const bytes = wireMessage(type, this.own(text), body.subarray(next))
    return { bytes, executed: { sql, line: statementLine(sql, values) } }
  }
}
