import type { AreaNotice, AreaTx, z } from '../../src/service/area/index.ts'
import { changed, comments, hooks, type Issue, issues, opened, type Project, projects } from './tables.ts'

/** What the rules of the tracker work with, in calls and in actions. */
export interface Work {
  readonly tx: AreaTx
  readonly now: number
  readonly notify: (notice: AreaNotice) => void
}

const DAY = 86_400_000

/** Days after which a stale issue is closed. */
const CLOSE_DAYS = 7

/** The subcodes of the errors of the tracker. */
export const subcodes = { conflict: 409_001, closed: 409_002, taken: 409_003 } as const

/** Tells the apps of a project. */
function tell({ tx, notify }: Work, { id, project }: Issue, verb: string, more: object = {}): void {
  for (const { app } of tx.list(hooks, 'byProject', [project]))
    notify({ app, about: project, field: 'issues', value: { verb, issue: String(id), ...more } })
}

/** Watches for the day on which an issue becomes stale. */
function watch({ tx, now }: Work, { id, project }: Issue): void {
  tx.callOff(`stale/${id}`)
  const days = tx.find(projects, project)?.staleDays ?? 0
  if (days === 0) return
  tx.schedule({
    at: now + days * DAY,
    key: `stale/${id}`,
    action: 'markStale',
    params: { issue: String(id) },
  })
}

type NewIssue = Pick<Issue, 'title' | 'text' | 'labels'> & { readonly author: number | undefined }

/** Opens an issue, and tells the apps. */
export function open(work: Work, project: Project, { title, text, labels, author }: NewIssue): Issue {
  const { tx, now } = work
  tx.patch(projects, project.id, { next: project.next + 1 })
  const issue = tx.insert(issues, {
    project: project.id,
    number: project.next,
    title,
    text,
    state: 'open',
    labels: [...new Set(labels)].sort(),
    ...(author !== undefined && { author }),
    version: 1,
    stale: false,
    createdTime: now,
    updatedTime: now,
  })
  tx.emit(opened, { issue: String(issue.id), project: String(project.id), number: issue.number })
  tell(work, issue, 'opened')
  watch(work, issue)
  return issue
}

export type Change = Partial<Omit<z.output<(typeof issues)['row']>, 'project' | 'number' | 'version'>>

/** Changes an issue: its version grows, and the apps are told. Returns it without a change if nothing differs. */
export function change(work: Work, issue: Issue, wanted: Change): Issue {
  const before: Record<string, unknown> = issue
  const names = Object.entries(wanted)
    .filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([name]) => name)
  if (names.length === 0) return issue
  const { tx, now } = work
  const version = issue.version + 1
  const after = tx.patch(issues, issue.id, { ...wanted, version, updatedTime: now })
  tx.emit(changed, { issue: String(issue.id), version, changes: names })
  tell(work, after, 'changed', { version, changes: names })
  if (after.state === 'open' && !after.stale) watch(work, after)
  if (after.state === 'closed') tx.callOff(`stale/${issue.id}`)
  return after
}

/** Marks an issue that nobody touched, and plans to close it. */
export function makeStale(work: Work, issue: Issue): void {
  change(work, issue, { stale: true })
  work.tx.schedule({
    at: work.now + CLOSE_DAYS * DAY,
    key: `stale/${issue.id}`,
    action: 'closeIssue',
    params: { issue: String(issue.id) },
  })
}

/** Removes an issue with its comments. */
export function remove(work: Work, issue: Issue): void {
  const { tx } = work
  for (const { id } of tx.list(comments, 'byIssue', [issue.id])) tx.remove(comments, id)
  tx.callOff(`stale/${issue.id}`)
  tx.remove(issues, issue.id)
  tell(work, issue, 'deleted')
}
