import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { codeOf, leadClient, limitCodes, passingCodes } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

/** The error code in a body; undefined if it is not an error of the service. */
function codeIn(text: string): number | undefined {
  try {
    return JSON.parse(text).error.code
  } catch {
    return undefined
  }
}

function makeLeadExport(context: ProcessContext) {
  const { fetch, webUrl, clock, store, names } = context
  const { mustWait } = leadClient(context)

  /** Reads the export. Tries up to four times, with growing waits, unless the service refused it. */
  async function read(url: string, waits = [1_000, 10_000, 60_000]): Promise<string[][]> {
    try {
      const response = await fetch(url)
      const text = await response.text()
      if (!response.ok) throw new Error(`HTTP ${response.status}`, { cause: codeIn(text) })
      // A file that was cut off does not end with a line break.
      if (!text.startsWith('id\t') || !text.endsWith('\n')) throw new Error('The export is not complete')
      return text
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'))
    } catch (error) {
      const [wait, ...later] = waits
      const isRefusal = codeOf(error) > 0 && !passingCodes.includes(codeOf(error))
      if (isRefusal || wait === undefined) throw error
      await clock.sleep(wait)
      return read(url, later)
    }
  }

  /** Records trouble. After 190 and after a rate limit the export rests for an hour. */
  async function recordTrouble(error: unknown): Promise<void> {
    if ([190, ...limitCodes].includes(codeOf(error))) await store.set('wait until', clock.now() + 3_600_000)
    await store.set('last trouble', String(error))
  }

  /** The export lists the oldest lead first, and both its times are included. */
  async function run(): Promise<void> {
    if (await mustWait()) return
    const from = Number((await store.get('checkpoint')) ?? 1)
    const query = new URLSearchParams({ id: names.form, type: 'form', from_date: String(from) })
    query.set('access_token', names.userToken)
    try {
      const [header = [], ...rows] = await read(`${webUrl}/ads/lead_gen/export_csv/?${query}`)
      const [idAt, timeAt] = [header.indexOf('id'), header.indexOf('created_time')]
      for (const row of rows) {
        await store.set(
          `lead:${row[idAt]}`,
          Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])),
        )
        await store.set('checkpoint', Date.parse(row[timeAt] ?? '') / 1000)
      }
    } catch (error) {
      await recordTrouble(error)
    }
  }

  return { run }
}

export const program: GalleryProgram = {
  name: 'lead sync that reads the export of a form into rows',
  options: {
    name: 'lead sync that reads the export of a form into rows',
    world: starterWorld,
    sut: (context) => {
      const sync = makeLeadExport(context)
      return { jobs: { sync: { every: '15m', run: sync.run } } }
    },
    mirror: {
      leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice('lead:'.length)),
    },
  },
}
