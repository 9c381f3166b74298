/** What a statement does to the transaction of its connection. */
export type StatementKind = 'read' | 'write' | 'begin' | 'commit' | 'rollback' | 'savepoint' | 'release'

/** The ends of what begins with these characters: texts, names and comments. */
const ends: readonly (readonly [begin: string, end: string])[] = [
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['[', ']'],
  ['--', '\n'],
  ['/*', '*/'],
]

const DOLLAR_QUOTE = /\$(?:[a-z_]\w*)?\$/iy

/** The quote of PostgreSQL that begins at a place: `$$`, or a tag such as `$body$`. */
function dollarQuote(sql: string, at: number): readonly [begin: string, end: string] | undefined {
  if (sql[at] !== '$') return undefined
  DOLLAR_QUOTE.lastIndex = at
  const [quote] = DOLLAR_QUOTE.exec(sql) ?? []
  return quote === undefined ? undefined : [quote, quote]
}

/**
 * A text of SQL with spaces in place of its texts, quoted names and comments, at the same places.
 *
 * @param hasDollarQuotes False for SQLite, to which `$$` and `$body$` are names of parameters.
 */
export function bareSql(sql: string, hasDollarQuotes = true): string {
  let bare = ''
  for (let at = 0; at < sql.length; ) {
    const found =
      ends.find(([begin]) => sql.startsWith(begin, at)) ??
      (hasDollarQuotes ? dollarQuote(sql, at) : undefined)
    if (!found) {
      bare += sql[at++]
      continue
    }
    const [begin, end] = found
    const last = sql.indexOf(end, at + begin.length)
    const next = last < 0 ? sql.length : last + end.length
    bare += ' '.repeat(next - at)
    at = next
  }
  return bare
}

/** The places in a text of SQL after which a statement may end. A trigger has such places inside. */
export const statementEnds = (sql: string): number[] =>
  [...bareSql(sql).matchAll(/;|$/g)].map(({ index }) => index + 1)

const kinds: readonly (readonly [RegExp, StatementKind])[] = [
  [/^(begin|start transaction)\b/, 'begin'],
  [/^(commit|end)\b/, 'commit'],
  [/^rollback (transaction )?to\b/, 'read'],
  [/^(rollback|abort)\b/, 'rollback'],
  [/^savepoint\b/, 'savepoint'],
  [/^release\b/, 'release'],
  [/^create (temp|temporary)\b/, 'read'],
  [/^(insert|update|delete|replace|create|drop|alter|truncate|merge|copy|do|call)\b/, 'write'],
  [/^with\b.*\b(insert|update|delete|replace)\b/, 'write'],
]

function kindOf(statement: string): StatementKind {
  const text = statement.trim().toLowerCase().split(/\s+/).join(' ')
  // What is there already at each start of a process is no write.
  if (text.startsWith('create ') && text.includes(' if not exists ')) return 'read'
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'read'
}

const known = new Map<string, readonly StatementKind[]>()
const KNOWN_MAX = 1_000

/** Whether a text begins a statement that has statements within, up to a lone `end`: such as a trigger. */
function beginsBody(text: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/)
  return (
    words[0] === 'create' &&
    words.includes('begin') &&
    words.some((word) => word === 'trigger' || word === 'function' || word === 'procedure')
  )
}

/** The statements of a text of SQL. A trigger is one, with its body. */
function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let isInBody = false
  for (const text of bareSql(sql).split(';')) {
    if (!isInBody && text.trim() !== '') statements.push(text)
    isInBody = isInBody ? text.trim().toLowerCase() !== 'end' : beginsBody(text)
  }
  return statements
}

/** The kinds of the statements of a text of SQL, in order. */
export function statementKinds(sql: string): readonly StatementKind[] {
  const before = known.get(sql)
  if (before) return before
  const found = statementsOf(sql).map(kindOf)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(sql, found)
  return found
}

const LINE_MAX = 300

/** A statement and its parameters in one line. */
export function statementLine(sql: string, values: readonly unknown[]): string {
  const shown = values.length === 0 ? '' : ` ${JSON.stringify(values, (_, value) => textOf(value))}`
  return `${sql.replaceAll(/\s+/g, ' ').trim()}${shown}`.slice(0, LINE_MAX)
}

const textOf = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
