import { registry } from '../areas/registry.ts'
import { referencesIn } from '../scenario/read/references.ts'
import type { ScenarioStep } from '../scenario/read/step-schema.ts'

/** The kinds of steps that no real service takes, and why. */
const kinds: Readonly<Record<string, string>> = {
  action: 'it is an action of people or of the platform, for which the service has no call',
  addFault: 'only the simulator has faults on demand',
  removeFault: 'only the simulator has faults on demand',
  deliver: 'the deliveries of the service do not come here',
  configure: 'it changes the simulator',
  input: 'it is an input of the simulator',
}

/** Returns why a step cannot be done at a real service; undefined if it can. */
export function notPlayable(step: ScenarioStep): string | undefined {
  const kind = Object.keys(kinds).find((name) => Object.hasOwn(step, name))
  if (kind !== undefined) return kinds[kind]
  const isWeb = 'call' in step && registry.routes.byName.get(step.call)?.web === true
  return isWeb ? 'it is at the web address of the service, and not at that of its API' : undefined
}

/** Returns the names that a step uses: its title and its paths to saved values have none. */
export function namesUsedBy(step: ScenarioStep): readonly string[] {
  const entries = Object.entries(step).filter(([member]) => member !== 'title' && member !== 'save')
  return [...new Set(referencesIn(Object.fromEntries(entries), []).map(({ name }) => name))]
}
