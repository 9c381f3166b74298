import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import project from '../../package.json' with { type: 'json' }

const folder = join(import.meta.dirname, '../../.github/workflows')

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly 'timeout-minutes'?: number
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  readonly strategy?: {
    readonly matrix: {
      readonly node: readonly string[]
      readonly include: readonly { readonly os: string }[]
    }
  }
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: unknown
  readonly concurrency: { readonly group: string; readonly 'cancel-in-progress': unknown }
  readonly jobs: Readonly<Record<string, Job>>
}

const read = (name: string): Workflow => parse(readFileSync(join(folder, name), 'utf8'))
const jobs = readdirSync(folder).flatMap((name) =>
  Object.entries(read(name).jobs).map(([job, content]) => [`${job} of ${name}`, content] as const),
)

test.each(readdirSync(folder))('%s gives the code of a fork nothing to take', (name) => {
  const { on, permissions } = read(name)
  expect(permissions).toEqual({ contents: 'read' })
  expect(Object.keys(on)).not.toContain('pull_request_target')
})

test.each(jobs)('the job %s has an end, pins its actions, and keeps no token in the checkout', (_, job) => {
  expect(job['timeout-minutes']).toBeLessThanOrEqual(90)
  const used = job.steps.flatMap(({ uses }) => uses ?? [])
  expect(used.filter((one) => !/^actions\/[a-z-]+@(v\d+|[0-9a-f]{40})$/.test(one))).toEqual([])
  const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
  expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false))
})

test.each(jobs.filter(([, { permissions = {} }]) => 'id-token' in permissions))(
  'the job %s runs no code of a dependency, and takes nothing of a cache',
  (_, { steps }) => {
    const commands = steps.flatMap(({ run }) => run ?? [])
    expect(commands).toEqual([
      expect.stringMatching(/^npm publish \S+\.tgz .*--provenance.*--ignore-scripts/),
    ])
    expect(steps.map(({ uses }) => uses ?? '')).not.toContainEqual(expect.stringContaining('checkout'))
    expect(steps.map((step) => step.with?.['cache'])).toEqual(steps.map(() => undefined))
  },
)

test('a commit of main is tested to its end, and a release too', () => {
  expect(read('ci.yml').concurrency).toEqual({
    group: expect.stringMatching(/github\.event_name == 'pull_request' && github\.ref \|\| github\.sha/),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub writes expressions so.
    'cancel-in-progress': "${{ github.event_name == 'pull_request' }}",
  })
  expect(read('release.yml').concurrency['cancel-in-progress']).toBe(false)
})

test('the systems and versions that docs/stability.md names are tested', () => {
  const { strategy } = read('ci.yml').jobs['test'] ?? {}
  expect(strategy?.matrix.node).toEqual(['20.19', '22', '24'])
  expect(strategy?.matrix.include.map(({ os }) => os)).toEqual(['macos-latest', 'windows-latest'])
  expect(project.engines.node).toBe('>=20.19')
  expect(readFileSync(join(folder, '../../docs/stability.md'), 'utf8')).toContain('Node 20.19, 22, 24')
})
