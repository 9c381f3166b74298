import { placeholders } from '../routes/define.ts'

/** The longest path of a line, in UTF-16 code units. A longer one has no line. */
const LINE_PATH_LENGTH_MAX = 200

/** The characters of a path that a line can quote. */
const PLAIN = /^[\w./:-]*$/

const exampleOf = (method: string, edge: string): string => {
  if (method !== 'GET') return '{ success: true }'
  return edge === '' ? "{ id: '1' }" : '{ data: [] }'
}

/** Returns the placeholder of a kind of node as a path begins with it. */
function beginningOf(kind: string): string {
  if (kind === '') return ''
  const [name = kind] = Object.entries(placeholders).find(([, table]) => table === kind) ?? []
  return kind === 'adAccounts' ? `act_{${name}}` : `{${name}}`
}

/** The methods that a stub can have. */
const METHODS = ['GET', 'POST', 'DELETE']

/**
 * Returns the line that stubs a call which is not simulated; undefined if no stub could have its route.
 *
 * @param missing The kind of the node, or an empty text for a path without one, the path after it, and the
 * method.
 */
export function stubLine(missing: {
  readonly kind: string
  readonly edge: string
  readonly method: string
}): string | undefined {
  const { kind, edge, method } = missing
  const path = [beginningOf(kind), edge].filter((part) => part !== '').join('/')
  if (path.length > LINE_PATH_LENGTH_MAX || !PLAIN.test(edge) || !METHODS.includes(method)) return undefined
  return `to stub it: world.stub('${method} /${path}', ${exampleOf(method, edge)})`
}
