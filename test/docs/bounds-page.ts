import { type Bounds, bounds } from '../../src/graph/contract/bounds.ts'
import { readSources } from '../tidy/source.ts'
import { memberComments } from './comments.ts'
import { code, table } from './markdown.ts'

/** Every store of a world and of a server, and what bounds it. */
const stores: readonly (readonly [string, string])[] = [
  [
    'records: tokens, authorization codes, batches, leads, posts, due tasks and all others',
    '`recordBytesMax`, `oneRecordBytesMax`, `idMax`: a call beyond them is refused with 100',
  ],
  ['indexes of records', 'the records: an entry for each list that a record stands in'],
  ['pictures and registered web content', '`pictureBytesMax`: an upload beyond it is refused with 100'],
  ['the call log, the event log', '`logSize` of `createWorld`, `logBytesMax`, `logEntryBytesMax`'],
  ['the history', '`historyBytesMax`; `history: "off"` keeps none'],
  [
    'rolling counts',
    'two for each page and one for each ad account, each with one number for each second of its window',
  ],
  ['random streams', 'one for each purpose: there are four'],
  ['fault rules', '`faultRulesMax`, `faultTextMax`: one more is refused with 100'],
  ['the outbox of webhooks', '`outboxNoticesMax`, `endedNoticesMax`, the retry schedule of the policy'],
  [
    'the seed, the policy',
    '`seedCharactersMax`, `policyNumberMax`; a policy has the keys of docs/gaps.md only',
  ],
  ['worlds by name', '`worldsMax`: one more is refused with 400'],
]

/** The page of the bounds: each one with its value and its doc comment. */
export function boundsPage(root: string): string {
  const [source] = readSources(root, 'src/graph').filter(
    ({ path }) => path === 'src/graph/contract/bounds.ts',
  )
  if (!source) throw new Error('There is no src/graph/contract/bounds.ts')
  const rows = [...memberComments(source, 'Bounds')].map(([name, comment]) => [
    code(name),
    bounds[name as keyof Bounds].toLocaleString('en-US'),
    comment,
  ])
  return [
    '# Limits',
    '',
    'Every input has a bounded cost, and every store of a world a bounded size. These are the bounds of',
    'fauxgraph itself; the limits of the service are in the chapter Limits of',
    '[requirements.md](requirements.md). A request beyond a bound is refused with the error of the contract,',
    'and the message names the bound and what came.',
    '',
    'This page is made from `src/graph/contract/bounds.ts`; `test/docs.test.ts` says how to renew it.',
    '',
    ...table(['bound', 'value', 'applies to'], rows),
    '',
    '## What a world stores',
    '',
    'Everything that an input can make a world keep is one of these:',
    '',
    ...table(['store', 'bounded by'], stores),
  ].join('\n')
}
