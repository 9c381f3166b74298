import { actions, endpoints, registry } from '../chapters/registry.ts'
import { withoutAmbient } from '../service/area/ambient-guard.ts'
import type { Area } from '../service/area/area.ts'
import { compileArea } from '../service/area/compile.ts'
import type { AreaVersions } from '../service/contract/area-versions.ts'
import type { Registry } from '../service/registry.ts'
import { expanderOf } from '../service/routes/expansion.ts'
import { routesOf } from '../service/routes/routes.ts'

export { registry as serviceRegistry } from '../chapters/registry.ts'

/** The areas of a world, each once, in the order of their names: their order then means nothing. */
function orderedAreas(areas: readonly Area[]): readonly Area[] {
  for (const [index, { name }] of areas.entries())
    if (areas.findIndex((other) => other.name === name) !== index)
      throw new TypeError(`The option areas has two areas with the name ${name}`)
  return [...areas].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Adds operations to those of earlier areas and of the service. Throws if a name is taken. */
function addAll<T>(
  to: Record<string, T>,
  added: Readonly<Record<string, T>>,
  area: Area,
  taken: object[],
): void {
  for (const [name, value] of Object.entries(added)) {
    if (taken.some((names) => Object.hasOwn(names, name)))
      throw new TypeError(
        `The area ${area.name} has an operation ${name}, and the service or another area has it already`,
      )
    to[name] = value
  }
}

function routesWith(all: Readonly<Record<string, unknown>>): Registry['routes'] {
  try {
    return routesOf(all)
  } catch (error) {
    throw new TypeError(`The areas cannot be used together: ${error instanceof Error ? error.message : ''}`)
  }
}

function merged(areas: readonly Area[]): Registry {
  const allEndpoints: Record<string, unknown> = { ...endpoints }
  const allActions: Record<string, Registry['actions'][string]> = { ...actions }
  const tables: Record<string, Registry['tables'][string]> = { ...registry.tables }
  const versions: Record<string, number> = {}
  for (const area of areas) {
    const compiled = compileArea(area)
    addAll(allEndpoints, compiled.endpoints, area, [allEndpoints, allActions])
    addAll(allActions, compiled.actions, area, [allEndpoints, allActions])
    Object.assign(tables, compiled.tables)
    versions[area.name] = area.version
  }
  const routes = routesWith(allEndpoints)
  return {
    ...registry,
    tables,
    routes,
    expander: expanderOf(routes),
    actions: allActions,
    areas: Object.freeze(versions),
    sealed: (run) => withoutAmbient(run, 'an area'),
  }
}

/** The registries of worlds with areas, by the last of their areas. Worlds of the same areas share one. */
const known = new WeakMap<Area, { readonly areas: readonly Area[]; readonly registry: Registry }[]>()

/** Returns what a world with these areas can do. Throws a TypeError that names the first mistake. */
export function registryWith(areas: readonly Area[]): Registry {
  if (!Array.isArray(areas)) throw new TypeError('The option areas must be a list of areas, made by area()')
  const last = areas.at(-1)
  if (!last) return registry
  for (const area of areas) compileArea(area)
  const ordered = orderedAreas(areas)
  const shared = known.get(last) ?? []
  const found = shared.find(
    (one) => one.areas.length === areas.length && one.areas.every((area) => areas.includes(area)),
  )
  if (found) return found.registry
  const made = merged(ordered)
  known.set(last, [...shared, { areas: ordered, registry: made }])
  areasByRegistry.set(made, ordered)
  return made
}

const areasByRegistry = new WeakMap<Registry, readonly Area[]>()

/** Returns the areas of a world. */
export const areasOf = (registry: Registry): readonly Area[] => areasByRegistry.get(registry) ?? []

const described = (name: string, version: number | undefined): string => `${name} (version ${version})`

/** Returns why a world with some areas cannot load a snapshot of a world with others; or undefined. */
export function areaMismatch(of: AreaVersions = {}, loading: AreaVersions = {}): string | undefined {
  for (const [name, version] of Object.entries(of)) {
    if (!Object.hasOwn(loading, name))
      return `it is of a world with the area ${described(name, version)}: pass the area in the option areas`
    if (loading[name] !== version)
      return `it has version ${version} of the area ${name}, and this world has version ${loading[name]}`
  }
  const added = Object.keys(loading).find((name) => !Object.hasOwn(of, name))
  return added === undefined
    ? undefined
    : `it is of a world without the area ${described(added, loading[added])}, which this world has`
}
