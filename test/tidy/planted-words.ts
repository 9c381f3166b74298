import { inCore, type Planted } from './planted.ts'
import { narrowLines, shortFiles, shortFunctions } from './sizes.ts'
import {
  fewCasts,
  namedAfterContent,
  noAny,
  noClassesOrEnums,
  noDefaultExports,
  nothingLeftToDo,
  nothingMocked,
  parses,
} from './words.ts'

const lines = (count: number) => 'const a = 1\n'.repeat(count)
const functionOf = (count: number) => `export const f = () => {\n${'  g()\n'.repeat(count - 2)}}\n`

/** Sizes, words and names. */
export const plantedWords: readonly Planted[] = [
  ['a syntax error', parses, { 'src/engine/a.ts': 'const = 1' }, ['src/engine/a.ts: does not parse']],
  [
    '401 lines',
    shortFiles,
    { 'src/graph/caller/caller.ts': lines(401) },
    ['src/graph/caller/caller.ts:401: 401 lines, more than 400'],
  ],
  ['400 lines', shortFiles, { 'src/graph/caller/caller.ts': lines(400) }, []],
  [
    'a function of 61 lines',
    shortFunctions,
    inCore(functionOf(61)),
    ['src/engine/step.ts:2: a function of 61 lines'],
  ],
  ['a function of 60 lines', shortFunctions, inCore(functionOf(60)), []],
  [
    'a method of 61 lines',
    shortFunctions,
    inCore(`const a = { run() {\n${'g()\n'.repeat(59)}} }`),
    ['src/engine/step.ts:2: a function of 61 lines'],
  ],
  ['111 columns', narrowLines, inCore(`// ${'x'.repeat(108)}`), ['src/engine/step.ts:2: 111 columns']],
  ['an interface of 80 lines', shortFunctions, inCore(`interface A {\n${'  b: C\n'.repeat(78)}}`), []],
  ['110 columns', narrowLines, inCore(`// ${'›'.repeat(107)}`), []],
  ['any', noAny, inCore('const a: any = 1'), ['src/engine/step.ts:2: any']],
  [
    'any as an argument of a type',
    noAny,
    inCore('type A = Record<string, any>'),
    ['src/engine/step.ts:2: any'],
  ],
  ['any inside AnyOperation', noAny, inCore('export type AnyOperation = Operation<any, any>'), []],
  ['any in a test', noAny, { 'test/a.test.ts': 'const a: any = 1' }, []],
  ['the word any', noAny, inCore("const any = 'any' // any"), []],
  [
    'three casts',
    fewCasts,
    { 'src/graph/caller/caller.ts': 'const a = b as C\n'.repeat(3) },
    Array<string>(3).fill('src/graph/caller/caller.ts:'),
  ],
  ['two casts', fewCasts, { 'src/graph/caller/caller.ts': 'const a = b as C\n'.repeat(2) }, []],
  [
    'four casts in two thousand lines',
    fewCasts,
    { 'src/graph/a.ts': 'b as C\n'.repeat(4) + lines(2000) },
    [],
  ],
  ['two casts in two steps', fewCasts, { 'src/graph/a.ts': 'b as unknown as C\n'.repeat(2) }, []],
  [
    'three assertions',
    fewCasts,
    { 'src/graph/a.ts': '<C>b;\n'.repeat(3) },
    Array<string>(3).fill('src/graph/a.ts:'),
  ],
  [
    'constants and renames',
    fewCasts,
    {
      'src/graph/a.ts': "import { a as b } from './b.ts'\n".concat(
        'const c = [] as const satisfies D\n'.repeat(9),
      ),
    },
    [],
  ],
  [
    'a default export',
    noDefaultExports,
    inCore('export default 1'),
    ['src/engine/step.ts:2: a default export'],
  ],
  [
    'a renamed default',
    noDefaultExports,
    inCore('export { a as default }'),
    ['src/engine/step.ts:2: a default'],
  ],
  [
    'a default export of a configuration',
    noDefaultExports,
    { 'test/vitest.config.ts': 'export default 1' },
    [],
  ],
  ['a named export', noDefaultExports, inCore('export const a = 1'), []],
  ['a class', noClassesOrEnums, inCore('class A {}'), ['src/engine/step.ts:2: a class in the core']],
  [
    'a class expression',
    noClassesOrEnums,
    inCore('const a = class {}'),
    ['src/engine/step.ts:2: a class in the core'],
  ],
  ['an error that is a class', noClassesOrEnums, inCore('class A extends Error {}'), []],
  ['a class of an adapter', noClassesOrEnums, { 'src/adapters/node/a.ts': 'class A {}' }, []],
  ['a class in a test', noClassesOrEnums, { 'test/a.test.ts': 'class A {}\nenum B { C }' }, []],
  [
    'a mocked module',
    nothingMocked,
    { 'test/a.test.ts': "vi.spyOn(console, 'log')\nvi.mock('../src/wire/json.ts')\nvi.resetModules()" },
    ['test/a.test.ts:2: a mocked module', 'test/a.test.ts:3: a mocked module'],
  ],
  ['an enum', noClassesOrEnums, { 'src/cli/a.ts': '\nenum A { B }' }, ['src/cli/a.ts:2: an enum']],
  ...['utils', 'helpers', 'common', 'shared', 'misc', 'types'].map(
    (name): Planted => [
      `a folder called ${name}`,
      namedAfterContent,
      { [`src/graph/${name}/a.ts`]: '' },
      [`src/graph/${name}/a.ts: ${name} says nothing`],
    ],
  ),
  [
    'a file called helpers',
    namedAfterContent,
    { 'test/helpers.ts': '' },
    ['test/helpers.ts: helpers.ts says nothing'],
  ],
  ['a file of a longer name', namedAfterContent, { 'src/areas/campaigns/shared-budget.ts': '' }, []],
  [
    'a note of work',
    nothingLeftToDo,
    inCore('// TODO later'),
    ['src/engine/step.ts:2: a note of work undone'],
  ],
  ['a note in a block', nothingLeftToDo, { 'test/a.test.ts': '/* FIXME */' }, ['test/a.test.ts:1: ']],
  ['a string that looks like one', nothingLeftToDo, inCore("const a = 'TODO'"), []],
]
