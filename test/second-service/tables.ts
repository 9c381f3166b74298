import {
  type AreaRow,
  count,
  event,
  formerRowId,
  instant,
  ordinal,
  rowId,
  table,
  z,
} from '../../src/service/area/index.ts'

/** A project of a user. */
export const projects = table({
  row: z.object({
    owner: rowId('users'),
    name: z.string(),
    /** The number of its next issue. */
    next: count(),
    /** Days without a change after which an issue is stale; 0 for never. */
    staleDays: count(),
    createdTime: instant(),
  }),
  edges: {
    byOwner: { owners: ({ owner }) => [[owner]], order: ({ createdTime }) => [createdTime] },
    byName: { owners: ({ owner, name }) => [[owner, name]] },
  },
})

export const states = ['open', 'closed'] as const

/** An issue. Its version grows with each change, so that nobody overwrites what they have not seen. */
export const issues = table({
  row: z.object({
    project: rowId('tracker.projects'),
    number: ordinal(),
    title: z.string(),
    text: z.string(),
    state: z.enum(states),
    labels: z.array(z.string()),
    assignee: rowId('users').optional(),
    /** The person who opened it; none if a program did. */
    author: rowId('users').optional(),
    version: count(),
    stale: z.boolean(),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: {
    byProject: { owners: ({ project }) => [[project]], order: ({ number }) => [number] },
    byState: { owners: ({ project, state }) => [[project, state]], order: ({ number }) => [number] },
    byLabel: {
      owners: ({ project, labels }) => labels.map((label) => [project, label]),
      order: ({ number }) => [number],
    },
  },
})

/** A comment on an issue. */
export const comments = table({
  row: z.object({
    issue: rowId('tracker.issues'),
    author: rowId('users').optional(),
    text: z.string(),
    createdTime: instant(),
    answers: formerRowId('tracker.comments').optional(),
  }),
  edges: { byIssue: { owners: ({ issue }) => [[issue]], order: ({ createdTime }) => [createdTime] } },
})

/** An app that is told of the changes of a project. */
export const hooks = table({
  row: z.object({ project: rowId('tracker.projects'), app: rowId('apps'), createdTime: instant() }),
  edges: {
    byProject: { owners: ({ project }) => [[project]] },
    byApp: { owners: ({ project, app }) => [[project, app]] },
  },
})

export type Project = AreaRow<typeof projects>
export type Issue = AreaRow<typeof issues>

export const opened = event(z.object({ issue: z.string(), project: z.string(), number: z.number() }))
export const changed = event(
  z.object({ issue: z.string(), version: z.number(), changes: z.array(z.string()) }),
)
export const commented = event(z.object({ issue: z.string(), comment: z.string() }))
