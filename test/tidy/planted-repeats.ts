import type { Planted } from './planted.ts'
import { rulesOnce } from './repeats.ts'

const sum = 'function sum(values: readonly number[]) {\n  return values.reduce((a, b) => a + b, 0)\n}'
const doubled = '(value: number): number => (value < 0 ? 0 : 2 * value)'

/** Rules that stand in two places. */
export const plantedRepeats: readonly Planted[] = [
  [
    'a function with another name and other spaces',
    rulesOnce,
    {
      'src/engine/a.ts': sum,
      'src/wire/b.ts': `\nexport ${sum.replace('sum', 'total').replace('\n  ', '\n\n    ')}`,
    },
    ['src/wire/b.ts:2: total is sum of src/engine/a.ts:1 again'],
  ],
  [
    'an arrow function in two files',
    rulesOnce,
    { 'src/engine/a.ts': `const twice = ${doubled}`, 'src/wire/b.ts': `export const double = ${doubled}` },
    ['src/wire/b.ts:1: double is twice of src/engine/a.ts:1 again'],
  ],
  [
    'a pattern under two names',
    rulesOnce,
    { 'src/engine/a.ts': 'const ID = /^\\d+$/', 'src/wire/b.ts': 'const NUMBER = /^\\d+$/' },
    ['src/wire/b.ts:1: NUMBER is ID of src/engine/a.ts:1 again'],
  ],
  [
    'a constant in three files',
    rulesOnce,
    {
      'src/engine/a.ts': 'const BYTES_MAX = 64 * 1024',
      'src/wire/b.ts': 'const BYTES_MAX = 64 * 1024',
      'src/wire/c.ts': 'export const BYTES_MAX = 64 * 1024',
    },
    ['src/wire/b.ts:1: BYTES_MAX', 'src/wire/c.ts:1: BYTES_MAX is BYTES_MAX of src/engine/a.ts:1 again'],
  ],
  [
    'constants that differ in name or value, short functions, and what stands in a function',
    rulesOnce,
    {
      'src/engine/a.ts': 'const BYTES_MAX = 8\nconst none = () => undefined\nfunction f() { const MOST = 5 }',
      'src/wire/b.ts':
        'const BYTES_MAX = 9\nconst nothing = () => undefined\nfunction g() { const MOST = 5 }',
      'src/wire/c.ts': 'const ROWS_MAX = 8',
    },
    [],
  ],
  ['a function in src and in a test', rulesOnce, { 'src/engine/a.ts': sum, 'test/a.test.ts': sum }, []],
]
