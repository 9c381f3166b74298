import { writeFileSync } from 'node:fs'
import { errorMessage } from '../../engine/values/error-message.ts'
import type { Trace } from '../../world/history/trace-schema.ts'

/** Returns a trace as a page. Its script is loaded here, because few explorations write one. */
export async function pageOfTrace(trace: Trace): Promise<string> {
  const { tracePage } = await import('../../inspector/trace-page.ts')
  return tracePage(trace)
}

/** Writes a trace as a page. */
async function writePage(path: string, trace: Trace): Promise<void> {
  writeFileSync(path, await pageOfTrace(trace))
}

/** Writes the page of each failure that has one. Returns what could not be written, and throws nothing. */
export async function writePages(
  failures: readonly { readonly page?: string; trace(): Trace }[],
): Promise<string[]> {
  const problems: string[] = []
  for (const { page, trace } of failures) {
    if (page === undefined) continue
    await writePage(page, trace()).catch((error: unknown) => {
      problems.push(`the page ${page} was not written: ${errorMessage(error)}`)
    })
  }
  return problems
}
