import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actions, endpoints } from '../../src/areas/registry.ts'
import type { Action, Endpoint } from '../../src/graph/routes/define.ts'
import { parameterTexts, resultTexts } from '../../src/openapi/described.ts'
import type { FieldTexts } from '../../src/openapi/field-notes.ts'
import { parametersIn } from '../../src/openapi/parameters.ts'
import actionNotes from '../docs/action-notes.json' with { type: 'json' }
import { docComments } from '../docs/comments.ts'
import { readSources } from '../tidy/source.ts'

// `npm run types` writes these texts, and takes a minute. These tests find texts that it must renew.
// src/areas/operations.ts is written by the same command, so its comments do not count.
const root = join(import.meta.dirname, '../..')
const sources = ['src/areas', 'src/graph'].flatMap((folder) => readSources(root, folder))
const written = docComments(sources.filter(({ path }) => path !== 'src/areas/operations.ts'))
const none: FieldTexts = {}
const notesOfActions: Readonly<Record<string, FieldTexts>> = actionNotes

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
    parameters: notesOfActions[name] ?? none,
    results: none,
  })),
]

describe.each(operations)('the texts of $name', ({ params, parameters, results }) => {
  test('are comments of the source', () => {
    const texts = [...Object.values(parameters), ...Object.values(results)]
    expect(
      texts.filter((text) => !written.has(text)),
      'renew them with npm run types',
    ).toEqual([])
  })

  test('name parameters that exist', () => {
    const names = new Set(parametersIn(params).map(({ name }) => name))
    const known = Object.keys(parameters).map((path) => path.split('.')[0] ?? '')
    expect(
      known.filter((name) => !names.has(name)),
      'renew them with npm run types',
    ).toEqual([])
  })
})
