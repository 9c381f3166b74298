import { readFileSync } from 'node:fs'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { missingNode } from '../../src/service/routes/node-parameters.ts'

const chapters = new URL('../../src/chapters/', import.meta.url)
const files = globSync('**/*actions.ts', { cwd: chapters.pathname }).map((path) => new URL(path, chapters))

/** Parameters that may name nodes of several tables: their actions check them. */
const ofSeveralTables = ['actor', 'object', 'parent', 'source', 'tags']

/** A world without nodes. */
const empty = { find: () => undefined } as unknown as Parameters<typeof missingNode>[0]

test('each parameter of an action that names a node must name an existing one', () => {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(\w+): [^{}\n]*\bnodeId\b/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(80)
  const unchecked = new Set(names.filter((name) => missingNode(empty, { [name]: 7 }) === undefined))
  expect([...unchecked].sort()).toEqual(ofSeveralTables)
})

test.each<[object, string | undefined]>([
  [{ page: 7 }, 'Param page must be the id of an existing page, got 7'],
  [{ form: 7 }, 'Param form must be the id of an existing lead form, got 7'],
  [{ administrators: [7, 8] }, 'Param administrators must be the id of an existing user, got 7'],
  [{ user: undefined, place: null, business: 'Harbour Ltd', video: { url: 'x' } }, undefined],
])('%j', (params, message) => {
  expect(missingNode(empty, params)).toBe(message)
})
