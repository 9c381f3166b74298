import { defaulted, integer, isoTime, record, view, z } from '../../src/service/area/index.ts'
import { comments, issues, projects, states } from './tables.ts'

export const projectView = view(projects, 'Project', (field) => ({
  name: field(z.string(), ({ name }) => name),
  created_time: field(z.string(), ({ createdTime }) => isoTime(createdTime)),
  open_issues: field(z.number(), ({ id }, { tx }) => tx.count(issues, 'byState', [id, 'open']), {
    onRequest: true,
  }),
}))

export const issueView = view(issues, 'Issue', (field) => ({
  number: field(z.number(), ({ number }) => number),
  title: field(z.string(), ({ title }) => title),
  text: field(z.string(), ({ text }) => text, { onRequest: true }),
  state: field(z.enum(states), ({ state }) => state),
  labels: field(z.array(z.string()), ({ labels }) => labels),
  assignee: field(z.string(), ({ assignee }) => (assignee === undefined ? undefined : String(assignee))),
  version: field(z.number(), ({ version }) => version),
  stale: field(z.boolean(), ({ stale }) => stale, { onRequest: true }),
  comment_count: field(z.number(), ({ id }, { tx }) => tx.count(comments, 'byIssue', [id]), {
    onRequest: true,
  }),
  updated_time: field(z.string(), ({ updatedTime }) => isoTime(updatedTime)),
}))

export const commentView = view(comments, 'Comment', (field) => ({
  text: field(z.string(), ({ text }) => text),
  author: field(z.string(), ({ author }) => (author === undefined ? undefined : String(author))),
  created_time: field(z.string(), ({ createdTime }) => isoTime(createdTime)),
}))

/** The parameters of lists: pages by number, from 1. */
export const pageParams = {
  page: defaulted(integer(1, 100_000), 1),
  per_page: defaulted(integer(1, 100), 30),
}

/** Returns the schema of a page: its items, and how many there are in all. */
export const paged = <T extends z.ZodType>(items: T) =>
  z.object({ items: z.array(items), page: z.number(), pages: z.number(), total: z.number() })

export const issueRecord = record(issueView)
export const commentRecord = record(commentView)
export const projectRecord = record(projectView)

/** Returns the rows to read for a page, and the counts of a page. */
export function pageOf({ page, per_page: size }: { page: number; per_page: number }, total: number) {
  return {
    range: { skip: (page - 1) * size, limit: size },
    counts: { page, pages: Math.max(1, Math.ceil(total / size)), total },
  }
}
