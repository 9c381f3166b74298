import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../src/index.ts'
import { recordScenario, runScenario, type ScenarioRun } from '../../src/scenario/index.ts'
import { runScenarioOver } from '../../src/scenario/play/run-scenario.ts'
import { folder, scenarioFiles } from './files.ts'
import { addresses, ways } from './ways.ts'

const files = scenarioFiles()

/** What is equal in every way: the outcome of each step, without headers of the transport, and the full hash. */
const compared = ({ steps }: ScenarioRun) =>
  steps.map(({ title, hash, outcome: { ok, status, value, error } }) => ({
    title,
    hash,
    ok,
    status,
    value,
    error,
  }))

describe.each(files)('scenarios/%s', (_name, scenario) => {
  const inProcess = runScenario(scenario, addresses)

  test('plays as written', () => {
    expect(inProcess.difference?.message).toBeUndefined()
    expect(inProcess.ok).toBe(true)
  })

  test.each(Object.entries(ways))(
    'plays %s with equal statuses, bodies and full hashes',
    async (_way, open) => {
      let close = async () => {}
      const run = await runScenarioOver(
        scenario,
        async (world) => {
          const opened = await open(world)
          close = opened.close
          return opened.carry
        },
        addresses,
      )
      await close()
      expect(run.difference?.message).toBeUndefined()
      expect(compared(run)).toEqual(compared(inProcess))
    },
  )
})

test('there are at least twenty stories, each with a title, a description and titles of its steps', () => {
  const stories = files.filter(([name]) => name !== 'starter.yaml')
  expect(stories.length).toBeGreaterThanOrEqual(20)
  expect(new Set(stories.map(([, { title }]) => title)).size).toBe(stories.length)
  for (const [name, { document }] of stories) {
    expect(document.description, name).toMatch(/^[A-Z].*\.$/s)
    for (const step of document.steps) expect(step.title, name).toMatch(/^[A-Z].*\.$/)
  }
})

test('starter.yaml is recorded from starter(), and leads to the same hash', () => {
  const world = createWorld()
  world.starter()
  const { text } = recordScenario(world, {
    starter: 'steps',
    title: 'The starter world',
    description: 'One object of each kind, with tokens: every step that `world.starter()` takes.',
  })
  const path = join(folder, 'starter.yaml')
  const file = `# yaml-language-server: $schema=../docs/scenario.schema.json\n${text}`
  if (process.env['FAUXGRAPH_DOCS'] === 'renew') writeFileSync(path, file)
  expect(readFileSync(path, 'utf8'), 'renew it with FAUXGRAPH_DOCS=renew').toBe(file)
  const [, starter] = scenarioFiles().find(([name]) => name === 'starter.yaml') ?? []
  expect(starter && runScenario(starter).world.hash('full')).toBe(world.hash('full'))
})
