import { memberComments } from '../../.build/declarations/exported-comments.ts'
import { readSources } from '../../.build/declarations/source.ts'
import { type Bounds, bounds } from '../../src/service/contract/bounds.ts'
import { code, generatedFrom, table } from './markdown.ts'

/** The files of the bounds, each with the name of its interface. */
const files = [
  ['src/service/contract/bounds.ts', 'Bounds'],
  ['src/service/contract/world-bounds.ts', 'WorldBounds'],
  ['src/service/contract/server-bounds.ts', 'ServerBounds'],
] as const

/** The stores of a world and of a server, each with its bound. */
const stores: readonly (readonly [string, string])[] = [
  [
    'records, such as tokens, batches, leads, posts and due tasks',
    '`recordBytesMax`, `oneRecordBytesMax`, `idMax`: a call beyond them is refused with 100',
  ],
  ['indexes of records', 'the records: one entry for each list that contains a record'],
  ['pictures and registered web content', '`pictureBytesMax`: an upload beyond it is refused with 100'],
  ['the call log, the event log', '`logSize` of `createWorld`, `logBytesMax`, `logEntryBytesMax`'],
  [
    'the history',
    '`historyBytesMax`, and the bounds of `history: { steps, bytes, age }`; `history: "off"` stores none. Beyond a bound the oldest inputs are dropped',
  ],
  [
    'the histories of a server',
    '`historiesBytesMax`: named worlds share it with the main one; `servedStepsMax` and `servedStepMillisecondsMax` for `serve` and `proxy`',
  ],
  [
    'rolling counts',
    'two for each page and one for each ad account, each with at most one number for each second of its window',
  ],
  ['random streams', 'four, one for each purpose'],
  [
    'stubs',
    '`stubsMax`, `stubCharactersMax`, `stubDrawsMax`: a stub beyond them is refused with 100, and so is a call that draws more',
  ],
  ['fault rules', '`faultRulesMax`, `faultTextMax`: a rule beyond them is refused with 100'],
  ['the outbox of webhooks', '`outboxNoticesMax`, `endedNoticesMax`, the retry schedule of the policy'],
  [
    'the seed, the policy',
    '`seedCharactersMax`, `policyNumberMax`; a policy has only the keys of docs/gaps.md',
  ],
  ['worlds by name', '`worldsMax`: a world beyond it is refused with 400'],
]

/** Returns docs/limits.md: each bound with its value and its doc comment. */
export function boundsPage(root: string): string {
  const sources = readSources(root, 'src/service/contract')
  const comments = files.flatMap(([path, name]) => {
    const source = sources.find((one) => one.path === path)
    if (!source) throw new Error(`There is no ${path}`)
    return [...memberComments(source, name)]
  })
  const rows = comments.map(([name, comment]) => [
    code(name),
    bounds[name as keyof Bounds].toLocaleString('en-US'),
    comment,
  ])
  return [
    '# Limits',
    '',
    'Every input has a bounded cost, and every store of a world a bounded size. This page lists the bounds of',
    'fauxgraph itself. The limits of the service are in the chapter',
    '[Limits](requirements.md#lim-limits-and-rates) of the requirements. A request beyond a bound is refused with an',
    'error of the service; its message names the bound and the value that came.',
    '',
    generatedFrom(...files.map(([path]) => path)),
    '',
    ...table(['bound', 'value', 'applies to'], rows),
    '',
    '## What a world stores',
    '',
    'An input can add data only to these stores:',
    '',
    ...table(['store', 'bounded by'], stores),
    '',
    'A post of a page, sent over HTTP with a message of 60 characters, takes about 3 KB of the heap in a world that `serve`',
    'made, and a quarter less with `--history off`. No post is removed by age: a server that gets posts for long grows until',
    '`recordBytesMax`. Reset its world between test suites (`POST /_sim/reset` or `world.reset()`), or give each suite a named',
    'world and delete it.',
  ].join('\n')
}
