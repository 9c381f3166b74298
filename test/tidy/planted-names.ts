import { namedIndexes } from './indexes.ts'
import { inCore, type Planted } from './planted.ts'
import { telling } from './spare-comments.ts'
import { americanSpelling } from './spelling.ts'

/** Comments, spellings and names of indexes. */
export const plantedNames: readonly Planted[] = [
  [
    'a comment that repeats a constant',
    telling,
    inCore('/** The names of the options. */\nexport const optionNames = []'),
    ['src/engine/step.ts:2: the comment only repeats optionNames'],
  ],
  [
    'a comment that repeats a member, and one before a function',
    telling,
    inCore(
      'interface A {\n  /** Its name. */\n  readonly name: string\n}\n// Returns the page token.\nfunction pageToken() {}',
    ),
    ['src/engine/step.ts:3: the comment only repeats name', 'src/engine/step.ts:6: '],
  ],
  [
    'a comment that says more, and a separate one',
    telling,
    inCore(
      '/** The name of the page. */\nconst name = 1\n// ---\nconst rule = 1\n/** Nullable. */\nconst b = 1',
    ),
    [],
  ],
  ['a text of a field', telling, { 'src/areas/leads/lead.ts': '/** The id. */\nconst id = 1' }, []],
  [
    'British English in code and comments',
    americanSpelling,
    inCore('// Its behaviour\nconst colourOf = 1'),
    [
      'src/engine/step.ts:2: British English; write behavior',
      'src/engine/step.ts:3: British English; write color',
    ],
  ],
  [
    'British English in a comment of a test',
    americanSpelling,
    { 'test/a.test.ts': "const a = 'colour'\n// a neighbour" },
    ['test/a.test.ts:2: British English; write neighbor'],
  ],
  [
    'American English, an attribute of HTML, and a name of the starter world',
    americanSpelling,
    inCore("// color, behavior, recognize\nconst a = 'aria-labelledby'\nconst name = 'Starter Neighbour'"),
    [],
  ],
  [
    'indexes with other names',
    namedIndexes,
    inCore(
      'rows.map((row, place) => place)\nfor (const [at, row] of rows.entries()) use(at)\nfor (let place = 0; place < 9; place++) use(place)',
    ),
    [
      'src/engine/step.ts:2: an index called place',
      'src/engine/step.ts:3: an index called at',
      'src/engine/step.ts:4: an index called place',
    ],
  ],
  [
    'an index, an offset, and entries of a map',
    namedIndexes,
    inCore(
      'rows.map((row, index) => index)\nfor (let at = 0; at < text.length; at++) use(at)\nfor (const [place, row] of entries(rows)) use(place)\nconst place = rows.find(({ at }) => at > 0)',
    ),
    [],
  ],
]
