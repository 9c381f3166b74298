import { z } from '../schema/zod.ts'
import { type AnyRow, by, type Edge, inOrderOf, type StoredRow, table } from '../store/table.ts'
import { firstOf, idsOf } from './edge.ts'
import type { Graph } from './state.ts'

/** The last instant of virtual time: the end of the year 9999, because a year has four digits. */
export const LATEST = 253_402_300_799_999

const Task = z.object({
  /** The due time of the task, in Unix milliseconds. */
  at: z.number().int().min(-LATEST).max(LATEST),
  /** The input that the domain runs then. */
  input: z.record(z.string(), z.json()),
  /** A name by which the task can be cancelled. */
  key: z.string(),
})

/** A scheduled task. */
export type Task = StoredRow<z.output<typeof Task>, 'tasks'>

const byTime: Edge<StoredRow<z.output<typeof Task>>> = { owners: () => [[]], order: inOrderOf('at') }

/** The table of scheduled tasks, which is part of every schema. Tasks of one instant run in id order. */
export const tasks = table({
  row: Task,
  edges: { byTime, byKey: { owners: by('key') } },
})

/** The place of `tasks.byTime` in `graph.edges`: the machine puts this table before those of the domain. */
const TASKS_BY_TIME = 0

const isTask = (row: AnyRow | undefined): row is Task => row?.kind === 'tasks'

function taskOf({ rows }: Graph, id: number): Task {
  const row = rows.get(id)
  if (!isTask(row)) throw new Error(`There is no task ${id}`)
  return row
}

/** Returns the task that is due first, now or later. */
export function nextTask(graph: Graph): Task | undefined {
  const tree = graph.edges[TASKS_BY_TIME]
  const id = tree && firstOf(tree, [])
  return id === undefined ? undefined : taskOf(graph, id)
}

/** Returns all scheduled tasks, the earliest first. */
export function pendingTasks(graph: Graph): Task[] {
  const tree = graph.edges[TASKS_BY_TIME]
  return tree ? idsOf(tree, []).map((id) => taskOf(graph, id)) : []
}
