import { z } from 'zod'
import { firstOf, walk } from './edge.ts'
import type { Graph } from './state.ts'
import { type Edge, type Stored, table } from './table.ts'

/** The last instant of the year 9999: time ends there, since later years have more than four digits. */
export const LATEST = 253_402_300_799_999

const Task = z.object({
  /** Unix milliseconds. */
  at: z.number().int().min(-LATEST).max(LATEST),
  /** What is run: plain data that the domain dispatches. */
  input: z.record(z.string(), z.json()),
  /** A name under which the task can be found and called off. */
  key: z.string(),
})

/** A piece of work that time does: data and an instant. */
export type Task = Stored<z.output<typeof Task>, 'tasks'>

const byTime: Edge<Stored<z.output<typeof Task>>> = { owners: () => [[]], order: (task) => [task.at] }

/**
 * Due work as a table of the engine's own: listed by instant, ties in the order in which it was scheduled.
 */
export const tasks = table({
  row: Task,
  edges: { byTime, byKey: { owners: (task) => [[task.key]] } },
})

/** The place of `tasks.byTime` among all edges: the engine puts its own table first. */
export const TASKS_BY_TIME = 0

/** The task that is due first, whenever that may be. */
export function nextTask(graph: Graph): Task | undefined {
  const tree = graph.edges[TASKS_BY_TIME]
  const id = tree && firstOf(tree, [])
  return id === undefined ? undefined : (graph.rows.get(id) as Task | undefined)
}

/** Every task that is due, first things first. */
export function* pendingTasks(graph: Graph): Generator<Task> {
  const tree = graph.edges[TASKS_BY_TIME]
  for (const id of tree ? walk(tree, []) : []) yield graph.rows.get(id) as Task
}
