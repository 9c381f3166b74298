import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { controls } from '../src/adapters/control.ts'
import { inspectorControls } from '../src/adapters/inspector-controls.ts'
import { parseScenario, runScenario } from '../src/scenario/index.ts'
import { scenarioJsonSchema } from '../src/scenario/read/schema.ts'
import { boundsPage } from './docs/bounds-page.ts'
import { controlNotes, controlPage, controlRuns } from './docs/control-page.ts'
import { examples } from './docs/examples.ts'
import { actionsPage, endpointsPage } from './docs/operations-page.ts'
import { policyPage } from './docs/policy-page.ts'
import { deliverExample, scenariosPage } from './docs/scenarios-page.ts'

// Pages are renewed by `FAUXGRAPH_DOCS=renew npx vitest run test/docs.test.ts`.
const renew = process.env['FAUXGRAPH_DOCS'] === 'renew'
const root = join(import.meta.dirname, '..')
const runs = await controlRuns()

test.each<[string, () => string | Promise<string>]>([
  ['endpoints.md', () => endpointsPage(root, examples())],
  ['actions.md', () => actionsPage(root)],
  ['gaps.md', () => policyPage(root)],
  ['limits.md', () => boundsPage(root)],
  ['control.md', () => controlPage(runs)],
  ['scenarios.md', () => scenariosPage(root)],
  ['scenario.schema.json', () => JSON.stringify(scenarioJsonSchema(), null, 2)],
])('docs/%s says what the code says', async (file, page) => {
  const path = join(root, 'docs', file)
  const text = `${(await page()).trimEnd()}\n`
  if (renew) writeFileSync(path, text)
  expect(readFileSync(path, 'utf8'), 'renew it with FAUXGRAPH_DOCS=renew').toBe(text)
})

test('the example of deliveries in docs/scenarios.md plays', () => {
  const scenario = parseScenario(deliverExample(root), { file: 'deliver.yaml' })
  const { ok, difference } = runScenario(scenario)
  expect(difference?.message).toBeUndefined()
  expect(ok).toBe(true)
})

test('docs/control.md has every route and method of the control plane', () => {
  const methodsOf = (routes: Readonly<Record<string, object>>) =>
    Object.entries(routes).map(([route, methods]) => [route, Object.keys(methods)])
  expect(methodsOf(controlNotes)).toEqual(methodsOf({ ...controls, ...inspectorControls }))
})

const written = (name: string) => !name.startsWith('*')

test.each(runs.map((run) => [`${run.method} /_sim/${run.route}`, run] as const))(
  'the tables of docs/control.md have what %s answers',
  (_, { route, method, note, example, refused }) => {
    const [likeMethod = method, likeRoute = route] = note.answersLike?.split(' ') ?? []
    const described = (controlNotes[likeRoute]?.[likeMethod]?.members ?? []).filter(
      ([, place]) => place === 'answer',
    )
    const names = described.map(([name]) => name)
    expect(example.status).toBe(200)
    if (names.every(written)) expect(Object.keys(example.body).sort()).toEqual(names.sort())
    for (const { status } of refused) expect(status).toBeGreaterThanOrEqual(400)
  },
)
