import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseScenario, type Scenario } from '../../src/scenario/index.ts'

/** The folder of the scenario files. */
export const folder = join(import.meta.dirname, '..', '..', 'scenarios')

/** Every scenario file, by name. */
export const scenarioFiles = (): readonly (readonly [name: string, scenario: Scenario])[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => [
      name,
      parseScenario(readFileSync(join(folder, name), 'utf8'), { file: `scenarios/${name}` }),
    ])
