import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  type CitationRule,
  contradictionsResolve,
  decisionsLinkBack,
  existsIn,
  filesExist,
  glossaryNamesExist,
  idsResolve,
  linksResolve,
  loadedModulesExist,
  namedSourcesExist,
  readCitingFiles,
  referencesResolve,
} from './docs/citations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = readCitingFiles(root)

const rules: Record<string, CitationRule> = {
  'every row and decision that is cited exists': idsResolve,
  'every contradiction that is cited exists': contradictionsResolve,
  'rows and decisions link to each other': decisionsLinkBack,
  'every link leads to a file and a heading': linksResolve,
  'every link by reference has a definition': referencesResolve,
  'every file that is named exists': filesExist,
  'every source that the page about the structure names exists': namedSourcesExist,
  'every module that a script loads exists': loadedModulesExist,
  'every name of the glossary occurs in src': glossaryNamesExist,
}

test.each(Object.entries(rules))('%s', (_, rule) => {
  expect(rule(files, existsIn(root))).toEqual([])
})

test('the files that are read include sources, tests, documents and templates', () => {
  const paths = files.map(({ path }) => path)
  for (const path of ['src/index.ts', 'test/bench/run.mjs', 'docs/adr/README.md', 'README.md'])
    expect(paths).toContain(path)
  expect(paths.some((path) => path.startsWith('.github/'))).toBe(true)
  expect(paths.some((path) => path.includes('node_modules'))).toBe(false)
})

// Ids that exist nowhere are put together here, because the rules read this file too.
const row = (number: string) => `PHO-${number}`
const decision = (number: string) => `SIL-${number}`
const contradiction = (number: string) => `A-${number}`

const requirements = `## PHO: photos\n\n| ${row('001')} | A page. |\n| ${row('002')} | A picture. |\n| ${contradiction('01')} | Unclear. |\n`
const decisions = `# Decisions\n\n### ${decision('001')} Source of \`time\`\n`
const base = { 'docs/requirements.md': requirements, 'docs/decisions.md': decisions }

/** Files by path, and the beginnings of the offences that the rule finds; none means clean. */
type Planted = readonly [title: string, CitationRule, Record<string, string>, readonly string[]]

const planted: readonly Planted[] = [
  ['a row and a decision', idsResolve, { 'src/a.ts': `// ${row('002')}, ${decision('001')}` }, []],
  [
    'a row that is missing',
    idsResolve,
    { 'src/a.ts': `\n// (${row('003')})` },
    [`src/a.ts:2: ${row('003')}`],
  ],
  [
    'a decision that is missing',
    idsResolve,
    { 'test/a.mjs': decision('002') },
    [`test/a.mjs:1: ${decision('002')}`],
  ],
  ['an unknown area', idsResolve, { 'docs/a.md': `PHT${'-'}001` }, ['docs/a.md:1: PHT']],
  ['a range', idsResolve, { 'test/a.test.ts': `'[${row('001')}..002]'` }, []],
  [
    'a range that ends too late',
    idsResolve,
    { 'test/a.test.ts': `'[${row('001')}..003]'` },
    [`test/a.test.ts:1: ${row('003')}`],
  ],
  ['the name of a standard', idsResolve, { 'src/a.ts': '// SHA-256 of the bytes' }, []],
  ['a contradiction', contradictionsResolve, { 'docs/a.md': contradiction('01') }, []],
  [
    'a contradiction that is missing',
    contradictionsResolve,
    { 'docs/a.md': contradiction('99') },
    ['docs/a.md:1: A'],
  ],
  [
    'a row and a decision that link to each other',
    decisionsLinkBack,
    {
      'docs/requirements.md': `| ${row('001')} | A page ([${decision('001')}]). |\n| ${row('002')} | A picture. |`,
      'docs/decisions.md': `### ${decision('001')} Time\n\nText.\n\nRows: [${row('001')}](a.md).\n\n### ${decision('002')} B`,
    },
    [],
  ],
  [
    'links one way',
    decisionsLinkBack,
    {
      'docs/requirements.md': `| ${row('001')} | A page ([${decision('001')}]). |\n| ${row('002')} | A picture. |`,
      'docs/decisions.md': `### ${decision('001')} Time\n\n### ${decision('002')} B\n\nRows: [${row('002')}](a.md).`,
    },
    [
      `docs/decisions.md: of ${decision('001')} and ${row('001')}, only the row`,
      `docs/requirements.md: of ${decision('002')} and ${row('002')}, only the decision`,
    ],
  ],
  ['a link to a file', linksResolve, { 'docs/a.md': '[b](decisions.md)' }, []],
  [
    'a link out of docs',
    linksResolve,
    { 'docs/a.md': '[b](../README.md)', 'README.md': '[a](docs/a.md)' },
    [],
  ],
  [
    'a link to a missing file',
    linksResolve,
    { 'docs/a.md': '\n[b](b.md)' },
    ['docs/a.md:2: links to docs/b.md'],
  ],
  ['a link to another site', linksResolve, { 'docs/a.md': '[b](https://b.test/b.md)' }, []],
  ['a link in code', linksResolve, { 'docs/a.md': '`[b](b.md)`\n\n```\n[b](b.md)\n```' }, []],
  ['an anchor', linksResolve, { 'docs/a.md': `[b](decisions.md#sil-001-source-of-time)` }, []],
  [
    'an anchor that is missing',
    linksResolve,
    { 'docs/a.md': '[b](decisions.md#time)' },
    ['docs/a.md:1: links to docs/decisions.md#time'],
  ],
  ['an anchor of its own document', linksResolve, { 'docs/a.md': '# One: two\n\n[a](#one-two)' }, []],
  ['the second heading of a name', linksResolve, { 'docs/a.md': '# A\n\n# A\n\n[a](#a-1)' }, []],
  [
    'a heading in code',
    linksResolve,
    { 'docs/a.md': '```sh\n# A\n```\n\n[a](#a)' },
    ['docs/a.md:5: links to docs/a.md#a'],
  ],
  [
    'a definition of a missing file',
    linksResolve,
    { 'docs/a.md': '[b]: b.md' },
    ['docs/a.md:1: links to docs/b.md'],
  ],
  ['a reference with a definition', referencesResolve, { 'docs/a.md': '[AB-1]\n\n[AB-1]: decisions.md' }, []],
  [
    'a reference without a definition',
    referencesResolve,
    { 'docs/a.md': 'a [AB-1] b' },
    ['docs/a.md:1: [AB-1]'],
  ],
  ['a file that a document names', filesExist, { 'docs/a.md': 'see `docs/decisions.md`' }, []],
  [
    'a missing file that a document names',
    filesExist,
    { 'README.md': 'see `src/b.ts`' },
    ['README.md:1: names src/b.ts'],
  ],
  [
    'a missing file that a comment names',
    filesExist,
    { 'src/a.ts': '\n/** As in\n * src/b.ts. */' },
    ['src/a.ts:3: names src/b.ts'],
  ],
  [
    'a missing module that a script loads',
    loadedModulesExist,
    { 'test/a.mjs': "await server.ssrLoadModule('/src/b.ts')" },
    ['test/a.mjs: loads src/b.ts'],
  ],
  ['a missing file in a string', filesExist, { 'test/a.ts': "const a = 'src/b.ts'" }, []],
  [
    'a name of the glossary that src lacks',
    glossaryNamesExist,
    {
      'docs/architecture.md':
        '## Glossary\n\n| call | `Call`, `run()` | text |\n\n## More\n\n| a | `Other` | b |',
      'src/a.ts': 'interface Caller {}\nconst run = 1',
    },
    ['docs/architecture.md: the glossary names Call,'],
  ],
  [
    'a source of the page about the structure, and one that is gone',
    namedSourcesExist,
    { 'docs/architecture.md': '`engine/a.ts`, `a.ts`,\n`store/a.ts` and `b.ts`', 'src/engine/a.ts': '' },
    ['docs/architecture.md:2: names store/a.ts', 'docs/architecture.md:2: names b.ts'],
  ],
  ['a folder of another project', filesExist, { 'README.md': 'see other/src/b.ts' }, []],
]

test.each(planted)('planted: %s', (_, rule, texts, offences) => {
  const all = { ...base, ...texts }
  const sources = Object.entries(all).map(([path, text]) => ({ path, text }))
  const found = rule(sources, (path) => Object.hasOwn(all, path))
  expect(found).toEqual(offences.map((beginning) => expect.stringContaining(beginning)))
})
