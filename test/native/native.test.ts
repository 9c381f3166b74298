import { types } from 'node:util'
import { expect, test } from 'vitest'

type Hooks = { readonly stripTypes: (url: string, text: string) => string }

const hooks: Hooks = await import(`${import.meta.dirname}/hooks.mjs`)

// In Vite's module runner, a namespace is a plain object. A pattern of vite.config.ts says what Node loads.
test('Node itself loads the modules of src', async () => {
  expect(types.isModuleNamespaceObject(await import('../../src/index.ts'))).toBe(true)
})

test('types become spaces', () => {
  expect(hooks.stripTypes('file:///app/a.ts', 'let a: string\na!.b')).toBe('let a        \na .b')
})

test.each([
  ['a syntax error', 'const a = {', /^\/app\/a\.ts:1:\d+: Unexpected token/],
  ['syntax that is more than types', 'let a\nenum B {}', /^\/app\/a\.ts:2:1: .*enum/],
])('%s names its place', (_, text, message) => {
  expect(() => hooks.stripTypes('file:///app/a.ts', text)).toThrow(message)
})
