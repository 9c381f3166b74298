import type { Planted } from './planted.ts'
import { knownRooms, librariesByRoom, noCycles, operationsApart, roomOrder, smallCircles } from './rooms.ts'

const importing = (from: string) => `import { a } from '${from}'\n`
/** Files in a circle, each of which imports a type of the next. */
const circleOf = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => [
      `src/engine/${place}.ts`,
      `import type { A } from './${(place + 1) % count}.ts'`,
    ]),
  )

const arrow = (path: string, from: string, offence?: string): Planted => [
  `${path} imports ${from}`,
  roomOrder,
  { [`src/${path}`]: importing(from) },
  offence ? [`src/${path}:1: may not import ${offence}`] : [],
]
const library = (path: string, from: string, allowed: boolean): Planted => [
  `${path} imports ${from}`,
  librariesByRoom,
  { [`src/${path}`]: importing(from) },
  allowed ? [] : [`src/${path}:1: `],
]

/** Arrows between roomOrder, inside graph, to libraries, and in circles. */
export const plantedImports: readonly Planted[] = [
  ['a file in no room', knownRooms, { 'src/kernel/a.ts': '' }, ['src/kernel/a.ts: stands in no room']],
  ['a file beside the rooms', knownRooms, { 'src/main.ts': '' }, ['src/main.ts: stands in no room']],
  [
    'a folder that is no room',
    knownRooms,
    { 'src/graph/store/a.ts': '' },
    ['src/graph/store/a.ts: stands in no room'],
  ],
  ['known places', knownRooms, { 'src/index.ts': '', 'src/areas/leads/a.ts': '', 'src/cli/main.ts': '' }, []],
  [
    'an arrow to the right',
    roomOrder,
    { 'src/graph/caller/caller.ts': `\n${importing('../../wire/body.ts')}` },
    ['src/graph/caller/caller.ts:2: may not import src/wire/body.ts: wire is not before graph/caller'],
  ],
  ['an arrow to the left', roomOrder, { 'src/wire/body.ts': importing('../graph/caller/caller.ts') }, []],
  [
    'a type to the right',
    roomOrder,
    { 'src/graph/caller/caller.ts': "import type { A } from '../../wire/body.ts'" },
    [],
  ],
  [
    'an inline type to the right, which still loads',
    roomOrder,
    { 'src/graph/caller/caller.ts': "import { type A } from '../../wire/body.ts'" },
    ['src/graph/caller/caller.ts:1: may not import'],
  ],
  [
    'a re-export from the right',
    roomOrder,
    { 'src/engine/step.ts': "export { a } from '../graph/caller/caller.ts'" },
    ['src/engine/step.ts:1: '],
  ],
  [
    'a star from the right',
    roomOrder,
    { 'src/engine/step.ts': "export * from '../graph/caller/caller.ts'" },
    ['src/engine/step.ts:1: '],
  ],
  [
    'a late import from the right',
    roomOrder,
    { 'src/world/a.ts': "const a = () => import('../cli/main.ts')" },
    ['src/world/a.ts:1: '],
  ],
  ['a neighbour', roomOrder, { 'src/check/a.ts': importing('../vitest/b.ts') }, ['src/check/a.ts:1: ']],
  [
    'node in the index',
    roomOrder,
    { 'src/index.ts': importing('./adapters/node/server.ts') },
    ['src/index.ts:1: may not import src/adapters/node/server.ts: index.ts is for any runtime'],
  ],
  ['cli in the index', roomOrder, { 'src/index.ts': importing('./cli/main.ts') }, ['src/index.ts:1: ']],
  ['an adapter in the index', roomOrder, { 'src/index.ts': importing('./adapters/fetch.ts') }, []],
  [
    'an adapter in a scenario',
    roomOrder,
    { 'src/scenario/a.ts': importing('../adapters/fetch.ts') },
    ['src/scenario/a.ts:1: '],
  ],
  ['the world in a scenario', roomOrder, { 'src/scenario/a.ts': importing('../world/a.ts') }, []],
  [
    'a scenario in the world',
    roomOrder,
    { 'src/world/a.ts': importing('../scenario/a.ts') },
    ['src/world/a.ts:1: '],
  ],
  [
    'the command line in the fixture',
    roomOrder,
    { 'src/vitest/a.ts': importing('../cli/main.ts') },
    ['src/vitest/a.ts:1: '],
  ],
  ['anything in a test', roomOrder, { 'test/graph/caller.test.ts': importing('../../src/cli/main.ts') }, []],
  [
    'the index in the core',
    roomOrder,
    { 'src/world/a.ts': importing('../index.ts') },
    ['src/world/a.ts:1: '],
  ],
  ['the index in cli', roomOrder, { 'src/cli/main.ts': importing('../index.ts') }, []],
  arrow(
    'graph/contract/errors.ts',
    '../policy.ts',
    'src/graph/policy.ts: graph is not before graph/contract',
  ),
  arrow('graph/contract/errors.ts', './limits.ts'),
  arrow('graph/policy.ts', './contract/limits.ts'),
  arrow('graph/pipeline.ts', '../areas/leads/lead.ts', 'src/areas/leads/lead.ts'),
  arrow('areas/leads/lead.ts', '../../graph/pipeline.ts'),
  arrow('areas/photos/photo.ts', '../people/profile.ts'),
  arrow('areas/people/profile.ts', '../photos/photo.ts', 'src/areas/photos/photo.ts'),
  arrow('areas/leads/lead.ts', '../registry.ts', 'src/areas/registry.ts: areas is not before areas/leads'),
  arrow('areas/registry.ts', './leads/endpoints.ts'),
  arrow('check/a.ts', '../simulation/b.ts', 'src/simulation/b.ts'),
  [
    'operations in those of another area',
    operationsApart,
    { 'src/areas/leads/endpoints.ts': importing('../photos/endpoints.ts') },
    ['src/areas/leads/endpoints.ts:1: imports operations'],
  ],
  [
    'operations in a rule of their area',
    operationsApart,
    { 'src/areas/leads/lead.ts': importing('./time-actions.ts') },
    ['src/areas/leads/lead.ts:1: imports operations'],
  ],
  [
    'operations in the registry',
    operationsApart,
    { 'src/areas/registry.ts': importing('./leads/endpoints.ts') },
    [],
  ],
  library('engine/step.ts', 'node:fs', false),
  library('engine/step.ts', 'zod', true),
  library('engine/step.ts', 'sorted-btree', false),
  library('engine/step.ts', '@noble/hashes/sha2.js', true),
  library('engine/step.ts', 'nanoid', true),
  library('engine/step.ts', 'date-fns/addDays', false),
  library('graph/limits.ts', 'date-fns/addDays', true),
  library('graph/limits.ts', '@date-fns/utc/date/mini', true),
  library('graph/limits.ts', '@date-fns/utc', false),
  library('graph/limits.ts', 'date-fns', false),
  library('graph/limits.ts', 'sorted-btree', false),
  library('graph/limits.ts', 'immer', false),
  library('wire/body.ts', '@remix-run/multipart-parser', false),
  library('wire/body.ts', 'zod', false),
  library('world/clock.ts', 'date-fns/addDays', true),
  library('world/clock.ts', 'date-fns', false),
  library('world/clock.ts', 'nanoid', false),
  library('adapters/fetch.ts', 'node:http', false),
  library('adapters/fetch.ts', 'zod', false),
  library('adapters/control.ts', 'nanoid', false),
  library('adapters/node/server.ts', 'node:http', true),
  library('adapters/node/pictures.ts', 'sharp', true),
  library('adapters/node/server.ts', 'express', false),
  library('cli/main.ts', 'commander', true),
  library('cli/main.ts', 'fs', false),
  library('check/explore.ts', 'fast-check', true),
  library('vitest/fixture.ts', 'vitest', true),
  library('index.ts', 'zod', false),
  library('scenario/player.ts', 'yaml', true),
  library('inspector/page.tsx', 'preact', true),
  library('simulation/actors.ts', 'zod', false),
  ['any library in a test', librariesByRoom, { 'test/a.test.ts': importing('node:fs') }, []],
  ['a type of a library', librariesByRoom, { 'src/wire/a.ts': "import type { z } from 'zod'" }, []],
  [
    'a type of node in the core',
    librariesByRoom,
    { 'src/wire/a.ts': "import type { Server } from 'node:http'" },
    ['src/wire/a.ts:1: '],
  ],
  [
    'a cycle of three',
    noCycles,
    {
      'src/engine/a.ts': importing('./b.ts'),
      'src/engine/b.ts': importing('./c.ts'),
      'src/engine/c.ts': importing('./a.ts'),
    },
    [
      'src/engine/a.ts: value imports make a cycle: ' +
        'src/engine/a.ts → src/engine/b.ts → src/engine/c.ts → src/engine/a.ts',
    ],
  ],
  [
    'a cycle behind an entrance',
    noCycles,
    {
      'src/cli/main.ts': importing('./a.ts'),
      'src/cli/a.ts': importing('./b.ts'),
      'src/cli/b.ts': importing('./a.ts'),
    },
    ['src/cli/a.ts: value imports make a cycle: src/cli/a.ts → src/cli/b.ts → src/cli/a.ts'],
  ],
  [
    'a circle closed by a type',
    noCycles,
    { 'src/engine/a.ts': importing('./b.ts'), 'src/engine/b.ts': "import type { A } from './a.ts'" },
    [],
  ],
  [
    'eight files in a circle of types',
    smallCircles,
    circleOf(8),
    ['src/engine/0.ts: 8 files import each other'],
  ],
  ['seven files in a circle of types', smallCircles, circleOf(7), []],
  [
    'two ways to one file',
    noCycles,
    {
      'src/engine/a.ts': importing('./b.ts') + importing('./c.ts'),
      'src/engine/b.ts': importing('./d.ts'),
      'src/engine/c.ts': importing('./d.ts'),
      'src/engine/d.ts': '',
    },
    [],
  ],
]
