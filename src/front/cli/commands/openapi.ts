import { openApiDocument } from '../../../server/openapi/document.ts'
import { loadAreas } from '../parts/load-areas.ts'
import type { Shell } from '../parts/shell.ts'
import { writeWhole } from '../parts/write-whole.ts'

/** The options of `fauxgraph openapi` as texts. */
export interface OpenApiFlags {
  readonly server: string
  readonly out?: string
  /** The modules of areas. */
  readonly area?: readonly string[]
}

/** Throws a TypeError if a text of `--server` is no URL to which clients can add a path. */
function checkServer(text: string): void {
  if (/^(?:https?:\/\/|\/|\.)/i.test(text) && URL.canParse(text, 'http://localhost')) return
  throw new TypeError(
    `--server must be an http or https URL, or a path that begins with / or ., got ${JSON.stringify(text)}`,
  )
}

/** Prints the OpenAPI document, or writes it to a file. */
export async function printOpenApi({ server, out, area }: OpenApiFlags, shell: Shell): Promise<void> {
  checkServer(server)
  const areas = await loadAreas(area)
  const text = `${JSON.stringify(openApiDocument({ server, areas }), null, 2)}\n`
  if (out === undefined) shell.out(text)
  else {
    writeWhole(out, text)
    shell.err(`wrote ${out}\n`)
  }
}
