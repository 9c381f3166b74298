import { endpoints } from '../../src/chapters/registry.ts'
import { citedRows, exportedComments, inSourceOrder } from './exported-comments.ts'
import type { OperationTypes } from './operations.ts'

const head = `// This file is made from the comments of the endpoints: \`npm run generate\` renews it.

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
  const comments = exportedComments(root, 'src/chapters')
  const rows = citedRows(root, 'src/chapters')
  return Object.fromEntries(
    inSourceOrder(root, endpoints).map(([name]) => [
      name,
      { text: comments.get(name), rows: rows.get(name) },
    ]),
  )
}

/** Writes endpoint-notes.ts. */
export const endpointNotesText = (root: string): string => `${head}${JSON.stringify(notesOf(root))}\n`

const fieldHead = `// This file is made from the comments of parameters and fields: \`npm run generate\` renews it.

/** The texts of parameters or fields, by path such as \`from.name\`. */
export type FieldTexts = Readonly<Record<string, string>>

`

const withoutEmpty = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** Writes field-notes.ts. An operation with the results of an earlier one names that operation. */
export function fieldNotesText({ endpoints, actions, paging }: OperationTypes): string {
  const parameters: Record<string, object> = {}
  const results: Record<string, object | string> = {}
  const known = new Map<string, string>()
  for (const [name, texts] of Object.entries(endpoints)) {
    parameters[name] = withoutEmpty(texts.parameters)
    const result = withoutEmpty(texts.results)
    const same = known.get(JSON.stringify(result))
    results[name] = same ?? result
    known.set(JSON.stringify(result), same ?? name)
  }
  const ofActions = Object.entries(actions).map(([name, texts]) => [name, withoutEmpty(texts.parameters)])
  return [
    `${fieldHead}/** The texts of the parameters of each endpoint. */`,
    `export const parameterNotes = (): Readonly<Record<string, FieldTexts>> => (${JSON.stringify(parameters)})\n`,
    '/** The texts of the fields of the result of each endpoint, or the name of an endpoint with the same ones. */',
    `export const resultNotes = (): Readonly<Record<string, FieldTexts | string>> => (${JSON.stringify(results)})\n`,
    '/** The texts of the parameters of each action. */',
    `export const actionNotes = (): Readonly<Record<string, FieldTexts>> => (${JSON.stringify(Object.fromEntries(ofActions))})\n`,
    '/** The texts of the links from a page of a list to its other pages. */',
    `export const pagingNotes = (): FieldTexts => (${JSON.stringify(paging)})\n`,
  ].join('\n')
}
