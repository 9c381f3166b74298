import type { Json } from '../../engine/values/guard.ts'
import { readYaml } from '../read/read-yaml.ts'
import { parseScenario, type Scenario } from './parse.ts'

/** Returns a scenario with values in place of those that it leaves open. Comments stay where they are. */
export function fillScenario(scenario: Scenario, values: Readonly<Record<string, Json>>): Scenario {
  const { document } = readYaml(scenario.text, scenario.file)
  for (const [name, value] of Object.entries(values)) document.setIn(['values', name], value)
  return parseScenario(document.toString({ lineWidth: 110 }), {
    file: scenario.file,
    areas: scenario.areas,
  })
}
