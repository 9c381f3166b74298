import { endpointNotesText, fieldNotesText } from './notes.ts'
import { operationTypes } from './operations.ts'

/** Returns the files of src/generated, by name. */
export function generatedFiles(root: string): readonly (readonly [name: string, text: string])[] {
  const operations = operationTypes(root)
  return [
    ['operations.ts', operations.types],
    ['endpoint-notes.ts', endpointNotesText(root)],
    ['field-notes.ts', fieldNotesText(operations)],
  ]
}
