import { explore, type ProcessContext } from '../../../src/explore/index.ts'
import { createWorld } from '../../../src/index.ts'
import { areaRows } from '../../../src/service/area/index.ts'
import { notesArea } from './notes.ts'

/** Copies the notes of a page, and never removes those that expired. */
const copier = ({ fetch, baseUrl, names, store }: ProcessContext) => ({
  jobs: {
    copy: {
      every: '1h' as const,
      async run() {
        const url = `${baseUrl}/v24.0/${names.page}/notes?access_token=${names.pageToken}`
        const answer = await fetch(url).catch(() => undefined)
        if (!answer?.ok) return
        const { data }: { data: { id: string; text: string }[] } = await answer
          .json()
          .catch(() => ({ data: [] }))
        for (const { id, text } of data) await store.set(id, text)
      },
    },
  },
})

export const report = await explore({
  name: 'copier of notes',
  world() {
    const world = createWorld({ areas: [notesArea] })
    world.starter()
    return world
  },
  sut: copier,
  mirror: { notes: async ({ store }) => (await store.list()).map(([, text]) => text) },
  environment: ['notes.noted', 'notes.expired'],
  eventually: {
    'the copy has what is there': ({ world, mirror }) => {
      const there = areaRows(world, notesArea.tables.notes).map(({ text }) => text)
      return mirror['notes']?.toString() === there.sort().toString()
    },
  },
  runs: 100,
  kinds: 1,
  stories: false,
})
console.log(report.failures[0]?.title)
// → in the baseline run of the same facts, "the copy has what is there" does not hold: it returned false
