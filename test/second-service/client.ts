import type { Process, ProcessContext } from '../../src/explore/index.ts'

/** The mistakes of the client, each planted alone. */
export const mistakes = [
  'it reads the first page alone',
  'it reports a ticket without looking for it',
  'it marks a ticket before it is reported',
  'it forgets a label at a conflict',
  'it takes a refusal for the end of a ticket',
] as const

export type Mistake = (typeof mistakes)[number]

interface Issue {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly labels: readonly string[]
  readonly assignee?: string
}

type Reply<T> = { readonly value: T } | { readonly code: number; readonly subcode?: number }

export const tickets = ['Ticket one', 'Ticket two']
export const labels = ['bug', 'urgent']
const CONFLICT = 409_001

/** Keeps a copy of a project, reports tickets, labels its first issue, and assigns it to a person. */
export const client =
  (project: string, mistake?: Mistake) =>
  ({ fetch, baseUrl, names, store }: ProcessContext): Process => {
    async function call<T>(method: string, path: string, params: Record<string, string>): Promise<Reply<T>> {
      const body = new URLSearchParams({ ...params, access_token: names.userToken })
      const url = `${baseUrl}/v24.0/${path}`
      try {
        const response = await (method === 'GET' ? fetch(`${url}?${body}`) : fetch(url, { method, body }))
        const value = await response.json()
        if (response.ok && !value.error) return { value }
        return { code: value.error?.code ?? 0, subcode: value.error?.error_subcode }
      } catch {
        return { code: 0 }
      }
    }

    async function allIssues(): Promise<readonly Issue[] | undefined> {
      const found = new Map<string, Issue>()
      for (let page = 1; ; page++) {
        const reply = await call<{ items: Issue[]; pages: number }>('GET', `${project}/issues`, {
          page: String(page),
          per_page: '10',
        })
        if (!('value' in reply)) return undefined
        for (const issue of reply.value.items) found.set(issue.id, issue)
        if (mistake === 'it reads the first page alone' || page >= reply.value.pages)
          return [...found.values()]
      }
    }

    async function copy(): Promise<void> {
      const issues = await allIssues()
      if (!issues) return
      await store.transaction(async (rows) => {
        for (const [key] of await rows.list('issue:')) await rows.delete(key)
        for (const { id, title } of issues) await rows.set(`issue:${id}`, title)
      })
    }

    async function report(): Promise<void> {
      const issues = mistake === 'it reports a ticket without looking for it' ? [] : await allIssues()
      for (const title of tickets) {
        if (!issues || (await store.get(`reported:${title}`))) continue
        if (mistake === 'it marks a ticket before it is reported') await store.set(`reported:${title}`, true)
        const known = issues.some((issue) => issue.title === title)
        const reply = known ? { value: {} } : await call('POST', `${project}/issues`, { title })
        const isOver =
          'value' in reply || (mistake === 'it takes a refusal for the end of a ticket' && reply.code > 0)
        if (isOver) await store.set(`reported:${title}`, true)
      }
    }

    /** Changes the first issue of the project. It begins again at a conflict. */
    async function changeFirst(wanted: (issue: Issue) => Record<string, string>): Promise<boolean> {
      for (let attempt = 0; attempt < 5; attempt++) {
        const first = (await allIssues())?.at(-1)
        if (!first) return false
        const change = wanted(first)
        if (Object.keys(change).length === 0) return true
        const reply = await call('POST', first.id, { ...change, version: String(first.version) })
        if ('value' in reply) return true
        if (reply.subcode !== CONFLICT) return false
        if (mistake === 'it forgets a label at a conflict') return true
      }
      return false
    }

    async function label(): Promise<void> {
      for (const name of labels) {
        if (await store.get(`labelled:${name}`)) continue
        const isDone = await changeFirst((issue) =>
          issue.labels.includes(name) ? {} : { labels: [...issue.labels, name].join(',') },
        )
        if (isDone) await store.set(`labelled:${name}`, true)
      }
    }

    async function assign(): Promise<void> {
      await changeFirst(({ assignee, labels }) =>
        assignee === names.user ? {} : { assignee: names.user, labels: labels.join(',') },
      )
    }

    return {
      jobs: {
        copy: { every: '30m', run: one(copy) },
        report: { every: '15m', run: one(report) },
        label: { every: '15m', run: one(label) },
        assign: { every: '15m', run: one(assign) },
      },
    }
  }

/** Returns a job that does nothing while an earlier start of it still runs. */
function one(job: () => Promise<void>): () => Promise<void> {
  let running = false
  return async () => {
    if (running) return
    running = true
    await job().finally(() => {
      running = false
    })
  }
}
