import { z } from '../../engine/schema/zod.ts'
import { messageAt } from '../read/place.ts'
import { readYaml } from '../read/read-yaml.ts'
import { GivenStub } from '../read/schema.ts'
import { firstProblem } from '../read/schema-problem.ts'

const Stubs = z.array(GivenStub)

/**
 * Parses a list of stubs from YAML or JSON. Throws a TypeError that names the file, the line and the path of
 * the first problem.
 */
export function parseStubs(text: string, file: string): z.output<typeof Stubs> {
  const { value, placeOf } = readYaml(text, file)
  const read = firstProblem(Stubs, value)
  if ('problem' in read) throw new TypeError(messageAt(placeOf(read.problem.path), read.problem.message))
  return read.value
}
