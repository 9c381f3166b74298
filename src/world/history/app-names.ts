import type { ServiceState } from '../../service/routes/context.ts'

/** Maximum rows in which apps are looked for: apps are among the first rows of a world. */
const ROWS_MAX = 20_000

/** Returns the name of an app; undefined if there is no app with this id. */
export function appName({ graph }: ServiceState, id: number): string | undefined {
  const row = graph.rows.get(id)
  return row?.kind === 'apps' ? String(Reflect.get(row, 'name')) : undefined
}

/** Returns the names of the apps of a world by their ids. */
export function appNames(state: ServiceState): Record<string, string> {
  const names: Record<string, string> = {}
  let left = ROWS_MAX
  for (const { id, kind } of state.graph.rows.values()) {
    if (left-- === 0) break
    const name = kind === 'apps' ? appName(state, id) : undefined
    if (name !== undefined) names[String(id)] = name
  }
  return names
}
