import type { Area } from '../../service/area/area.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { type DocumentPath, messageAt, type ScenarioPlace } from '../read/place.ts'
import { readYaml } from '../read/read-yaml.ts'
import type { ScenarioDocument } from '../read/schema.ts'
import { readDocument } from '../read/schema-problem.ts'
import { documentProblems } from './check-document.ts'

/** A scenario that was parsed and checked. */
export interface Scenario {
  readonly title: string
  /** The name of its file in messages. */
  readonly file: string
  /** The text that it was parsed from. */
  readonly text: string
  readonly document: ScenarioDocument
  /** The areas of its world. */
  readonly areas: readonly Area[]
  /** Returns the place of a part of the document, such as `['steps', 0]`. */
  placeOf(path: DocumentPath): ScenarioPlace
}

/**
 * Parses a scenario from YAML or JSON, and checks all that can be checked before it is played. Throws a
 * TypeError that names the file, the line, the column and the path of the first problem.
 *
 * @param options.file The name of the file in messages: `scenario` if left out.
 * @param options.areas The areas of its world, whose operations its steps may use.
 */
export function parseScenario(
  text: string,
  options: { file?: string; areas?: readonly Area[] } = {},
): Scenario {
  checkNames('parseScenario', 'option', options, ['file', 'areas'])
  const { file = 'scenario', areas = [] } = options
  if (typeof text !== 'string')
    throw new TypeError(`parseScenario takes the text of a scenario, got ${shown(text)}`)
  const { value, placeOf } = readYaml(text, file)
  const read = readDocument(value)
  if ('problem' in read) throw new TypeError(messageAt(placeOf(read.problem.path), read.problem.message))
  const { document } = read
  for (const { path, message } of documentProblems(document, areas))
    throw new TypeError(messageAt(placeOf(path), message))
  return { title: document.title, file, text, document, areas, placeOf }
}
