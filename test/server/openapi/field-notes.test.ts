import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { docComments } from '../../../.build/declarations/exported-comments.ts'
import { readSources } from '../../../.build/declarations/source.ts'
import { actions, endpoints } from '../../../src/chapters/registry.ts'
import { actionNotes, type FieldTexts } from '../../../src/generated/field-notes.ts'
import { parameterTexts, resultTexts } from '../../../src/server/openapi/described.ts'
import { parametersIn } from '../../../src/server/openapi/parameters.ts'
import type { Action, Endpoint } from '../../../src/service/routes/define.ts'

// The texts are made with the compiler. Here the comments are found by a parser.
const root = join(import.meta.dirname, '../../..')
const sources = ['src/chapters', 'src/service'].flatMap((folder) => readSources(root, folder))
const written = docComments(sources)
const none: FieldTexts = {}
const textsOfActions = actionNotes()

const operations = [
  ...Object.entries<Endpoint>(endpoints).map(([name, { params }]) => ({
    name,
    params,
    parameters: parameterTexts(name),
    results: resultTexts(name),
  })),
  ...Object.entries<Action>(actions).map(([name, { params }]) => ({
    name,
    params,
    parameters: textsOfActions[name] ?? none,
    results: none,
  })),
]

describe.each(operations)('the texts of $name', ({ params, parameters, results }) => {
  test('are comments of the source', () => {
    const texts = [...Object.values(parameters), ...Object.values(results)]
    expect(texts.filter((text) => !written.has(text))).toEqual([])
  })

  test('name parameters that exist', () => {
    const names = new Set(parametersIn(params).map(({ name }) => name))
    const known = Object.keys(parameters).map((path) => path.split('.')[0] ?? '')
    expect(known.filter((name) => !names.has(name))).toEqual([])
  })
})
