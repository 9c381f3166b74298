/** What a statement does to the transaction of its connection. */
export type StatementKind = 'read' | 'write' | 'begin' | 'commit' | 'rollback' | 'savepoint' | 'release'

const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g
const texts = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]/g

const kinds: readonly (readonly [RegExp, StatementKind])[] = [
  [/^begin\b/, 'begin'],
  [/^(commit|end)\b/, 'commit'],
  [/^rollback\s+(transaction\s+)?to\b/, 'read'],
  [/^rollback\b/, 'rollback'],
  [/^savepoint\b/, 'savepoint'],
  [/^release\b/, 'release'],
  // What is there already at each start of a process is no write.
  [/^create\s+(temp|temporary)\b|^create\s+[\s\w]*\bif\s+not\s+exists\b/, 'read'],
  [/^(insert|update|delete|replace|create|drop|alter)\b/, 'write'],
  [/^with\b[\s\S]*\b(insert|update|delete|replace)\b/, 'write'],
]

function kindOf(statement: string): StatementKind {
  const text = statement.trim().toLowerCase()
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'read'
}

const known = new Map<string, readonly StatementKind[]>()
const KNOWN_MAX = 1_000

/** The kinds of the statements of a text of SQL, in order. A trigger's body counts as statements of its own. */
export function statementKinds(sql: string): readonly StatementKind[] {
  const before = known.get(sql)
  if (before) return before
  const bare = sql.replace(texts, "''").replace(comments, ' ')
  const found = bare
    .split(';')
    .filter((statement) => statement.trim() !== '')
    .map(kindOf)
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
