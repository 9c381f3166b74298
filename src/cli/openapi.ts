import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../openapi/document.ts'
import type { Shell } from './shell.ts'

/** The options of `fauxgraph openapi` as texts. */
export interface OpenApiFlags {
  readonly server: string
  readonly out?: string
}

/** Prints the OpenAPI document, or writes it to a file. */
export function printOpenApi({ server, out }: OpenApiFlags, shell: Shell): void {
  const text = `${JSON.stringify(openApiDocument({ server }), null, 2)}\n`
  if (out === undefined) shell.out(text)
  else {
    writeFileSync(out, text)
    shell.err(`wrote ${out}\n`)
  }
}
