import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import project from '../package.json' with { type: 'json' }
import { ENGINE } from '../src/world/handle/version.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

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

// `npm install` of a package runs and lists these; a checkout makes its generated files in `dependencies`.
test.each(['preinstall', 'install', 'postinstall', 'prepare'])('users get no script %s', (script) => {
  expect(Object.keys(project.scripts)).not.toContain(script)
  expect(project.scripts.dependencies).toBe('node .build/generate.mjs')
})

/** Texts with commands that readers type. */
const readerTexts = [
  'README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
  ...readdirSync(`${root}test/clients/recipes`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/[^/]*(Dockerfile|\.sh|\.ya?ml|\.json)$/.test(path))
    .map((path) => `test/clients/recipes/${path}`),
]

const INSTALLS = /(?:npm (?:install|i|add)|(?:yarn|pnpm|bun) add)\b[^`\n]*\bfauxgraph\b[^`\n]*/g

/** The commands that install the package, with their texts. The last step of a release comes after the upload. */
const installs = readerTexts
  .filter((path) => path !== 'docs/releasing.md')
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
  .flatMap(({ path, text }) => [...text.matchAll(INSTALLS)].map(([command]) => ({ path, text, command })))

test('three pages and one recipe install the package', () => {
  expect([...new Set(installs.map(({ path }) => path))]).toEqual([
    'README.md',
    'docs/explore.md',
    'docs/recipes/apps.md',
    'test/clients/recipes/docker-compose/Dockerfile',
  ])
})

test.each(installs)(
  '$path installs the tarball, because the registry has no package',
  ({ path, text, command }) => {
    expect(command).toContain(`/fauxgraph-${project.version}.tgz`)
    if (!path.endsWith('.md')) return
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /The package is not in the registry yet: install it (\[)?from a checkout/,
    )
    expect(path === 'README.md' || /\]\([./]*README\.md#install\)/.test(text)).toBe(true)
  },
)

interface PackedList {
  readonly files: readonly { readonly path: string }[]
}

test('each relative link of a page of the package leads to a file of the package', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const [{ files }] = JSON.parse(listed) as [PackedList]
  const paths = files.map(({ path }) => path)
  const pages = paths.filter((path) => path.endsWith('.md') && !path.startsWith('dist/'))
  const linksOf = (page: string) =>
    [...readFileSync(`${root}${page}`, 'utf8').matchAll(/\]\(([^)\s#:]+)(?:#[^)\s]*)?\)/g)].map(
      ([, link = '']) => ({
        page,
        link,
        target: posix.join(posix.dirname(page), link),
      }),
    )
  const links = pages.flatMap(linksOf)
  expect(links.filter(({ target }) => !paths.some((path) => `${path}/`.startsWith(`${target}/`)))).toEqual([])
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/explore.md']),
  )
  expect(links.length).toBeGreaterThan(500)
})

test('the license of a bundled package is written once, with all packages that it is for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-licenses-'))
  mkdirSync(join(folder, 'node_modules/three'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/three/NOTICE'), 'Third authors\n')
  const one = { name: 'one', version: '1.0.0', identifier: 'MIT', text: 'First text' }
  const [two, three] = [
    { ...one, name: 'two' },
    { name: 'three', version: '3.0.0', text: 'Second text' },
  ]
  writeFileSync(join(folder, 'licenses-modules.json'), JSON.stringify([one, three]))
  writeFileSync(join(folder, 'licenses-commonjs.json'), JSON.stringify([one, two]))
  execFileSync(process.execPath, [`${root}.build/licenses.mjs`, folder], { cwd: folder })
  expect(readdirSync(folder)).toEqual(['licenses.md', 'node_modules'])
  const [, first, second, ...more] = readFileSync(join(folder, 'licenses.md'), 'utf8').split('---\n\n')
  expect([first?.trim(), second?.trim(), more]).toEqual([
    '- one 1.0.0 (MIT)\n- two 1.0.0 (MIT)\n\nFirst text',
    '- three 3.0.0\n\nSecond text\n\nNOTICE:\n\nThird authors',
    [],
  ])
  rmSync(folder, { recursive: true })
})

test('the build lets the system run the command', () => {
  expect(project.bin).toEqual({ fauxgraph: 'dist/cli.js' })
  expect(project.scripts.build).toMatch(/ && node -e "fs\.chmodSync\('dist\/cli\.js', 0o755\)"$/)
})

test('only what is built as ES modules alone has import.meta', () => {
  const isBuiltTwice = (path: string) =>
    /\.tsx?$/.test(path) && !/^(?:front\/cli|inspector\/viewer)\//.test(path)
  const paths = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).filter(isBuiltTwice)
  const wrong = paths.filter((path) => readFileSync(`${root}src/${path}`, 'utf8').includes('import.meta.'))
  expect(paths.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})
