import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import project from '../package.json' with { type: 'json' }
import { ENGINE } from '../src/world/handle/version.ts'

const root = new URL('..', import.meta.url).pathname

test('snapshots and recordings name the version of the package', () => {
  expect(ENGINE).toBe(project.version)
})

test('the changelog has a section for the version of the package', () => {
  expect(readFileSync(`${root}CHANGELOG.md`, 'utf8')).toContain(`\n## ${project.version}\n`)
})

test('every changeset names this package and one kind of change', () => {
  const changesets = readdirSync(`${root}.changeset`).filter((name) => /^(?!README).*\.md$/.test(name))
  for (const name of changesets)
    expect(readFileSync(`${root}.changeset/${name}`, 'utf8'), name).toMatch(
      /^---\n"fauxgraph": (patch|minor|major)\n---\n\n\S/,
    )
})

test('the build lets the system run the command', () => {
  expect(project.bin).toEqual({ fauxgraph: 'dist/cli.js' })
  expect(project.scripts.build).toMatch(/ && chmod \+x dist\/cli\.js$/)
})

test('only what is built as ES modules alone has import.meta', () => {
  const isBuiltTwice = (path: string) => /\.tsx?$/.test(path) && !/^(?:cli|viewer)\//.test(path)
  const paths = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).filter(isBuiltTwice)
  const wrong = paths.filter((path) => readFileSync(`${root}src/${path}`, 'utf8').includes('import.meta.'))
  expect(paths.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})
