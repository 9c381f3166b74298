import { chaptersExist, documented, namesOnce, operationsOnly, plainTitles } from './documents.ts'
import type { Planted } from './planted.ts'

const chapter = (property: string, offences: readonly string[]): Planted => [
  `chapter: ${property}`,
  chaptersExist,
  {
    'src/areas/leads/endpoints.ts': `const here = 'Endpoints › Leads'\nexport const a = endpoint({ ${property} })`,
  },
  offences,
]
const title = (text: string, offences: number): Planted => [
  `title: ${text.slice(0, 40)}`,
  plainTitles,
  { 'test/a.test.ts': text },
  Array<string>(offences).fill('test/a.test.ts:'),
]

/** Doc comments, what operation files export, chapters and titles. */
export const plantedDocuments: readonly Planted[] = [
  [
    'a bare endpoint',
    documented,
    { 'src/areas/leads/endpoints.ts': '/** Head. */\n\nconst a = 1\nexport const readLead = endpoint({})' },
    ['src/areas/leads/endpoints.ts:4: readLead has no doc comment'],
  ],
  [
    'a bare action, under a line comment',
    documented,
    { 'src/areas/leads/actions.ts': '// Leads.\nexport const submitLead = action({})' },
    ['src/areas/leads/actions.ts:2: submitLead'],
  ],
  [
    'a documented endpoint',
    documented,
    { 'src/areas/leads/endpoints.ts': '/** Reads one lead. */\nexport const readLead = endpoint({})' },
    [],
  ],
  [
    'bare exports behind the index',
    documented,
    {
      'src/index.ts':
        "export { a as first } from './world/a.ts'\nexport * from './world/b.ts'\nexport const own = 1",
      'src/world/a.ts': 'export const a = 1\nexport const unreached = 1',
      'src/world/b.ts': "import { c } from './c.ts'\nexport { c }\nexport type B = string",
      'src/world/c.ts': 'export function c() {}',
    },
    ['src/index.ts:3: own', 'src/world/a.ts:1: a has', 'src/world/b.ts:3: B has', 'src/world/c.ts:1: c has'],
  ],
  [
    'one name of several behind the index',
    documented,
    {
      'src/index.ts': "export { a } from './world/a.ts'\nexport { own }\n/** Own. */\nconst own = 1",
      'src/world/a.ts': "import { a, b } from './b.ts'\nexport { a, b }",
      'src/world/b.ts': '/** A. */\nexport const a = 1\nexport const b = 1',
    },
    [],
  ],
  [
    'a name that two files export',
    namesOnce,
    { 'src/world/a.ts': 'export const a = 1', 'src/wire/b.ts': 'export type a = 1' },
    ['src/wire/b.ts: a is exported by src/world/a.ts too'],
  ],
  [
    'a name that a test exports too',
    namesOnce,
    { 'src/world/a.ts': 'export const a = 1', 'test/a.ts': 'export const a = 1' },
    [],
  ],
  ['a type among endpoints', documented, { 'src/areas/leads/endpoints.ts': 'export type Lead = 1' }, []],
  ['a constant of the model', operationsOnly, { 'src/areas/leads/lead.ts': 'export const most = 90' }, []],
  [
    'a constant among endpoints',
    operationsOnly,
    {
      'src/areas/leads/endpoints.ts':
        'export const most = 90\nexport type Lead = 1\nexport const a = endpoint({})',
    },
    ['src/areas/leads/endpoints.ts:1: most is no operation'],
  ],
  [
    'a function among endpoints',
    operationsOnly,
    { 'src/areas/leads/endpoints.ts': 'export function show() {}' },
    ['src/areas/leads/endpoints.ts:1: show is no operation'],
  ],
  chapter("chapter: 'Endpoints › Leads'", []),
  chapter('chapter: here', []),
  chapter("chapter: 'Endpoints › Lead'", [
    "src/areas/leads/endpoints.ts:2: 'Endpoints › Lead' is no chapter",
  ]),
  chapter('run: ({ chapter: name }) => name', []),
  chapter("title: 'Leads'", []),
  chapter('chapter: there()', ['src/areas/leads/endpoints.ts:2: the chapter is no literal']),
  title("test('it should work', () => {})", 1),
  title("describe.skip('what Should be', () => {})", 1),
  title("test.each([['this should', 1], ['that', 2]])('a lead', () => {})", 1),
  title("test.each(rows)('%s should work', () => {})", 1),
  title(`it(\`should \${name}\`, () => {})`, 1),
  title("test('works', () => expect(a).toBe('should'))", 0),
  ['a title outside the tests', plainTitles, { 'src/vitest/fixture.ts': "test('it should', a)" }, []],
]
