import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseScenario, runScenario } from '../src/scenario/index.ts'
import { scenarioJsonSchema } from '../src/scenario/read/schema.ts'
import { boundsPage } from './docs/bounds-page.ts'
import { examples } from './docs/examples.ts'
import { actionsPage, endpointPages } from './docs/operations-page.ts'
import { policyPage } from './docs/policy-page.ts'
import { deliverExample, scenariosPage } from './docs/scenarios-page.ts'

// Pages are renewed by `FAUXGRAPH_DOCS=renew npx vitest run test/docs.test.ts`.
const renew = process.env['FAUXGRAPH_DOCS'] === 'renew'
const root = join(import.meta.dirname, '..')
const endpoints = endpointPages(root, examples())

test.each<[string, () => string | Promise<string>]>([
  ...[...endpoints].map(([file, text]): [string, () => string] => [file, () => text]),
  ['actions.md', () => actionsPage(root)],
  ['gaps.md', () => policyPage(root)],
  ['limits.md', () => boundsPage(root)],
  ['scenarios.md', () => scenariosPage(root)],
  ['scenario.schema.json', () => JSON.stringify(scenarioJsonSchema(), null, 2)],
])('docs/%s says what the code says', async (file, page) => {
  const path = join(root, 'docs', file)
  const text = `${(await page()).trimEnd()}\n`
  if (renew) writeFileSync(path, text)
  expect(readFileSync(path, 'utf8'), 'renew it with FAUXGRAPH_DOCS=renew').toBe(text)
})

test('docs/endpoints has a page for each chapter, and no other', () => {
  const pages = readdirSync(join(root, 'docs/endpoints')).map((file) => `endpoints/${file}`)
  expect(pages.sort()).toEqual([...endpoints.keys()].filter((path) => path !== 'endpoints.md').sort())
})

test('the example of deliveries in docs/scenarios.md plays', () => {
  const scenario = parseScenario(deliverExample(root), { file: 'deliver.yaml' })
  const { ok, difference } = runScenario(scenario)
  expect(difference?.message).toBeUndefined()
  expect(ok).toBe(true)
})
