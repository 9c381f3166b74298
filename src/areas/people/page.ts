import type { pageTasks } from './records.ts'
/** A task on a page. */
export type PageTask = (typeof pageTasks)[number]
