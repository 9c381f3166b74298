import { endpoints } from '../../src/areas/registry.ts'
import { citedRows, exportedComments } from '../docs/comments.ts'

const head = `// This file is made from the comments of the endpoints: \`npm run types\` renews it.

/** What the source says about an endpoint. */
export interface EndpointNote {
  readonly text: string
  /** The ids of the rows of docs/requirements.md and docs/decisions.md that its definition cites. */
  readonly rows: readonly string[]
}

/** The note of each endpoint by name. */
export const endpointNotes: Readonly<Record<string, EndpointNote>> = `

/** Returns the note of each endpoint by name. */
export function notesOf(root: string): Readonly<Record<string, object>> {
  const comments = exportedComments(root, 'src/areas')
  const rows = citedRows(root, 'src/areas')
  const names = Object.keys(endpoints)
  return Object.fromEntries(names.map((name) => [name, { text: comments.get(name), rows: rows.get(name) }]))
}

/** Writes src/openapi/endpoint-notes.ts; the formatter sets its lines. */
export const notesText = (root: string): string => `${head}${JSON.stringify(notesOf(root))}\n`
