import { type Bounds, bounds } from '../../src/graph/bounds.ts'
import { readSources } from '../tidy/source.ts'
import { memberComments } from './comments.ts'
import { code, table } from './markdown.ts'

/** The page of the bounds: each one with its value and its doc comment. */
export function boundsPage(root: string): string {
  const [source] = readSources(root, 'src/graph').filter(({ path }) => path === 'src/graph/bounds.ts')
  if (!source) throw new Error('There is no src/graph/bounds.ts')
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
    'This page is made from `src/graph/bounds.ts`; `test/docs.test.ts` says how to renew it.',
    '',
    ...table(['bound', 'value', 'applies to'], rows),
  ].join('\n')
}
