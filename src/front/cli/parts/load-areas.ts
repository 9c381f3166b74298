import { dirname, resolve } from 'node:path'
import { inFolder } from '../../../explore/define-exploration.ts'
import { registryWith } from '../../../machine/world-registry.ts'
import type { Area } from '../../../service/area/area.ts'
import { importChecked } from './load-options.ts'

const isArea = (value: unknown): value is Area =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'area'

/** Returns the areas that a module exports, each once. */
async function areasIn(file: string): Promise<readonly Area[]> {
  const module = await inFolder(dirname(resolve(file)), () => importChecked(file))
  const found = [...new Set(Object.values(module).filter(isArea))]
  if (found.length === 0) throw new TypeError(`${file} must export an area, made by area() of fauxgraph/area`)
  return found
}

/** Imports the areas of `--area` options. Throws a TypeError that names the first wrong file or area. */
export async function loadAreas(files: readonly string[] = []): Promise<readonly Area[]> {
  const areas: Area[] = []
  for (const file of files) areas.push(...(await areasIn(file)))
  // Finds mistakes of the areas before anything begins.
  registryWith(areas)
  return areas
}
