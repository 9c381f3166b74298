import { z } from '../engine/zod.ts'
import { messageAt } from './place.ts'
import { readYaml } from './read-yaml.ts'
import { GivenStub } from './schema.ts'
import { firstProblem } from './schema-problem.ts'

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
