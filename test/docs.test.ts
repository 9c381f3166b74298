import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scenarioJsonSchema } from '../src/scenario/schema.ts'
import { boundsPage } from './docs/bounds-page.ts'
import { examples } from './docs/examples.ts'
import { actionsPage, endpointsPage } from './docs/operations-page.ts'
import { policyPage } from './docs/policy-page.ts'
import { scenariosPage } from './docs/scenarios-page.ts'

// Pages are renewed by `FAUXGRAPH_DOCS=renew npx vitest run test/docs.test.ts`.
const renew = process.env['FAUXGRAPH_DOCS'] === 'renew'
const root = join(import.meta.dirname, '..')

test.each<[string, () => string]>([
  ['endpoints.md', () => endpointsPage(root, examples())],
  ['actions.md', () => actionsPage(root)],
  ['gaps.md', () => policyPage()],
  ['limits.md', () => boundsPage(root)],
  ['scenarios.md', () => scenariosPage(root)],
  ['scenario.schema.json', () => JSON.stringify(scenarioJsonSchema(), null, 2)],
])('docs/%s says what the code says', (file, page) => {
  const path = join(root, 'docs', file)
  const text = `${page().trimEnd()}\n`
  if (renew) writeFileSync(path, text)
  expect(readFileSync(path, 'utf8'), 'renew it with FAUXGRAPH_DOCS=renew').toBe(text)
})
