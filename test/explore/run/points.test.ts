import { expect, test } from 'vitest'
import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import type { Mark, StoryStep } from '../../../src/explore/search/story/story.ts'
import { job, lead, mark, play } from '../play.ts'

/** What the code under test saw of one call: the status and the code of its body, or the error. */
async function seenBy(call: () => Promise<Response>): Promise<string> {
  try {
    const response = await call()
    const text = await response.text()
    try {
      const body = JSON.parse(text) as { error?: { code: number } }
      return `${response.status} ${body.error ? body.error.code : 'ok'}`
    } catch {
      return `${response.status} ${text === '' ? 'empty' : text.startsWith('<') ? 'html' : 'damaged'}`
    }
  } catch (error) {
    const { message, cause } = error as Error
    const { syscall, code } = cause as NodeJS.ErrnoException
    return `${message}: ${syscall} ${code}`
  }
}

const publish = ({ fetch, baseUrl, names }: ProcessContext, message: string) =>
  fetch(`${baseUrl}/${names.page}/feed`, {
    method: 'POST',
    body: new URLSearchParams({ message, access_token: names.pageToken }),
  })

const at = 'publish#1/publishPost/1'

/** Plays one start of a job that publishes, and a second start that publishes otherwise. */
async function published(harm: Mark['harm'], steps: StoryStep[] = [job('publish')]) {
  const seen: string[] = []
  const { run } = await play(
    (context) => ({
      jobs: {
        publish: {
          every: '7d',
          async run() {
            const place = seen.push('nothing') - 1
            seen[place] = await seenBy(() => publish(context, `text ${place + 1}`))
          },
        },
      },
    }),
    { steps, marks: [mark(at, harm)] },
  )
  const posts = [...run.world.state.graph.rows.values()].filter(({ kind }) => kind === 'posts')
  const texts = posts.map((row) => String(Reflect.get(row, 'message')))
  return { seen, texts, run }
}

test.each<[harm: Mark['harm'], seen: string, isMade: boolean]>([
  [{ do: 'refused' }, 'fetch failed: connect ECONNREFUSED', false],
  [{ do: 'answer lost' }, 'fetch failed: read ECONNRESET', true],
  [{ do: 'error', code: 2 }, '500 2', false],
  [{ do: 'error', code: 190 }, '400 190', false],
  [{ do: 'status', status: 503 }, '503 html', false],
  [{ do: 'status', status: 502, after: true }, '502 html', true],
  [{ do: 'damaged', how: 'truncated' }, '200 damaged', true],
  [{ do: 'damaged', how: 'html' }, '502 html', true],
  [{ do: 'damaged', how: 'empty' }, '200 empty', true],
  [{ do: 'meanwhile', fact: { do: 'fact', kind: 'post' } }, '200 ok', true],
  [{ do: 'dies before' }, 'nothing', false],
  [{ do: 'dies after' }, 'nothing', true],
])('at a call, %o is seen as "%s"', async (harm, expected, isMade) => {
  const { seen, texts, run } = await published(harm)
  expect(seen[0]).toBe(expected)
  expect(texts.includes('text 1')).toBe(isMade)
  expect([...run.acted].map((mark) => mark.harm)).toEqual([harm])
  expect(texts.includes('This is post A')).toBe(harm.do === 'meanwhile')
  expect(run.epoch).toBe(harm.do.startsWith('dies') ? 2 : 1)
  expect(run.calls[0]?.received).toBe(expected === '200 ok' || harm.do === 'error')
})

test.each<[harm: Mark['harm'], second: string, third: string]>([
  [{ do: 'error', code: 613 }, '200 ok', '200 ok'],
  [{ do: 'error', code: 613, for: 2 }, '400 613', '200 ok'],
])('an outage ends after its steps: %o', async (harm, second, third) => {
  const { seen } = await published(harm, [job('publish'), job('publish'), job('publish')])
  expect(seen.slice(1, 3)).toEqual([second, third])
})

test.each<[harm: Mark['harm'], order: string[]]>([
  [{ do: 'request late', steps: 1 }, ['lead A', 'request', 'answer']],
  [{ do: 'answer late', steps: 1 }, ['request', 'lead A', 'answer']],
])('the request and the answer are two points: %o', async (harm, order) => {
  const { run } = await published(harm, [job('publish'), lead])
  const happened = run.trace.flatMap((line) =>
    / fact lead: lead A$/.test(line)
      ? ['lead A']
      : line.includes(`${at} POST`)
        ? ['request']
        : line.endsWith('publish#1 ends')
          ? ['answer']
          : [],
  )
  expect(happened).toEqual(order)
})

test('a mark at a place that is never reached does nothing', async () => {
  const { run } = await play(() => ({ jobs: { idle: { every: '1h', run: () => {} } } }), {
    steps: [job('idle')],
    marks: [mark('idle#1/listLeads/1', { do: 'refused' })],
  })
  expect(run.acted.size).toBe(0)
})

const numbers = ({ stored }: { stored: ReadonlyMap<string, string> }) => [...stored.keys()]

test.each<[harm: Mark['harm'], atDeath: string[]]>([
  [{ do: 'dies before' }, ['1']],
  [{ do: 'dies after' }, ['1', '2']],
])(
  'at the second write of the store, the process %o, and starts again on its store',
  async (harm, atDeath) => {
    const starts: string[][] = []
    const goneOn: string[] = []
    const { run } = await play(
      async ({ store, clock }) => {
        starts.push((await store.list()).map(([key]) => key))
        const generation = starts.length
        return {
          jobs: {
            count: {
              every: '1d',
              async run() {
                void clock.sleep('1h').then(() => goneOn.push(`timer of ${generation}`))
                for (const key of ['1', '2', '3']) await store.set(key, generation)
                goneOn.push(`end of ${generation}`)
              },
            },
          },
        }
      },
      { steps: [job('count')], marks: [mark('count#1/store/2', harm)] },
    )
    expect(starts).toEqual([[], atDeath])
    expect(numbers(run)).toEqual(['1', '2', '3'])
    expect(goneOn.filter((line) => line.endsWith('of 1'))).toEqual([])
    expect(goneOn).toContain('end of 2')
  },
)

/** Plays leads some time apart, a minute if left out, and returns those that a handler received. */
async function noticed(
  marks: Mark[],
  answer: (nth: number, context: ProcessContext) => unknown = () => {},
  milliseconds = 60_000,
) {
  const received: string[] = []
  const ids: string[] = []
  let _began: number | undefined
  const { run } = await play(
    (context) => ({
      async webhook(request) {
        const { entry } = (await request.json()) as {
          entry: { changes: { value: { leadgen_id: number } }[] }[]
        }
        _began ??= context.clock.now()
        const id = String(entry[0]?.changes[0]?.value.leadgen_id)
        if (!ids.includes(id)) ids.push(id)
        received.push(id)
        await answer(received.length, context)
      },
    }),
    {
      steps: [lead, { do: 'wait', milliseconds }, lead, { do: 'wait', milliseconds }],
      marks,
    },
  )
  const labels = received.map((id) => run.labels.get(Number(id)) ?? id)
  return { labels, run }
}

test.each<[what: string, marks: Mark[], received: string[]]>([
  ['without a mark', [], ['lead A', 'lead B']],
  ['twice', [mark('notice 1', { do: 'twice' })], ['lead A', 'lead A', 'lead B']],
  ['again later', [mark('notice 1', { do: 'again later', steps: 1 })], ['lead A', 'lead A', 'lead B']],
  ['late', [mark('notice 1', { do: 'late', steps: 3 })], ['lead B', 'lead A']],
  ['after the next', [mark('notice 1', { do: 'after the next' })], ['lead B', 'lead A']],
])('notices: %s', async (_, marks, expected) => {
  expect((await noticed(marks)).labels).toEqual(expected)
})

test.each<[what: string, harm: Mark['harm']]>([
  ['late', { do: 'late', steps: 3 }],
  ['after the next', { do: 'after the next' }],
])('a notice that comes %s is late for 12 hours at most', async (_, harm) => {
  const hours = (count: number) => noticed([mark('notice 1', harm)], () => {}, count * 3_600_000)
  expect((await hours(11)).labels).toEqual(['lead B', 'lead A'])
  expect((await hours(13)).labels).toEqual(['lead A', 'lead B'])
})

test('a handler that answers after more than 20 s gets the notice again', async () => {
  const slow = await noticed([], (nth, { clock }) => (nth === 1 ? clock.sleep(20_001) : undefined))
  expect(slow.labels.filter((label) => label === 'lead A')).toHaveLength(2)
  const quick = await noticed([], (nth, { clock }) => (nth === 1 ? clock.sleep(19_999) : undefined))
  expect(quick.labels).toEqual(['lead A', 'lead B'])
})

test('a process that dies in its handler gets the notice again', async () => {
  const { labels, run } = await noticed([mark('webhook#1/store/1', { do: 'dies after' })], (_, { store }) =>
    store.set('seen', true),
  )
  expect(run.epoch).toBe(2)
  expect(labels.filter((label) => label === 'lead A')).toHaveLength(2)
})
