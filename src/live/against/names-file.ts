import type { Json } from '../../engine/values/guard.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import { messageAt } from '../../scenario/read/place.ts'
import { readYaml } from '../../scenario/read/read-yaml.ts'
import { SAVED_NAME } from '../../scenario/read/value-schema.ts'
import { shown } from '../../service/values/scalars.ts'

/** Ids and tokens of a real service, under the names that scenarios use. */
export interface RealNames {
  /** The file that gives them. */
  readonly file: string
  /** The values. `null` stands for what the service does not have. */
  readonly values: ReadonlyMap<string, Json>
}

/** The variables of the environment. */
type Environment = Readonly<Record<string, string | undefined>>

function fromEnvironment(name: string, variable: unknown, environment: Environment): string {
  if (typeof variable !== 'string' || variable === '')
    throw new TypeError(`env must be the name of an environment variable, got ${shown(variable)}`)
  const value = Object.hasOwn(environment, variable) ? environment[variable] : undefined
  if (value === undefined || value === '')
    throw new TypeError(`the environment variable ${variable} is not set, which gives ${name}: set it`)
  return value
}

/** Returns the value of a name. Throws a TypeError that says what is wrong with it. */
function namedValue(name: string, given: unknown, environment: Environment): Json {
  if (!SAVED_NAME.test(name))
    throw new TypeError('a name must be a letter, then letters, digits or underscores, at most 60 in all')
  // Numbers that would not be exact are refused with the file.
  if (given === null || typeof given === 'boolean' || typeof given === 'number') return given
  if (typeof given === 'string') {
    if (given !== '') return given
    throw new TypeError('must not be empty: write null if the service has no such object')
  }
  if (isPlainObject(given) && Object.keys(given).join() === 'env')
    return fromEnvironment(name, given['env'], environment)
  throw new TypeError(`must be text, a number, null, or { env: VARIABLE }; got ${shown(given)}`)
}

/**
 * Parses the names of a real service from YAML or JSON: ids and tokens by name, each as text or as
 * `{ env: VARIABLE }`. Throws a TypeError that names file, line and column.
 */
export function parseNames(text: string, file: string, environment: Environment): RealNames {
  const { value, placeOf } = readYaml(text, file)
  if (!isPlainObject(value))
    throw new TypeError(
      messageAt(placeOf([]), `must be an object with ids and tokens by name, got ${shown(value)}`),
    )
  const values = new Map<string, Json>()
  for (const [name, given] of Object.entries(value))
    try {
      values.set(name, namedValue(name, given, environment))
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw new TypeError(messageAt(placeOf([name]), error.message))
    }
  return { file, values }
}
