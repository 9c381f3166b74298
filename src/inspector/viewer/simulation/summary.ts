import { element } from './elements.ts'
import { durationText, instantLabel, numberText } from './format.ts'
import type { PageView } from './view.ts'

/** Creates the heading, with the totals of the counters. */
export function createHeading({ data }: PageView): HTMLElement {
  const { title, from, to, seed, steps, counters } = data
  const time = `${durationText(to - from)} from ${instantLabel(from)} UTC`
  const about = `${time} · seed ${seed} · ${numberText(steps)} steps`
  const totals = Object.entries(counters).filter(([, total]) => total > 0)
  return element(
    'header',
    {},
    element('h1', {}, title),
    element('p', { class: 'about' }, about),
    element(
      'ul',
      { class: 'totals', 'aria-label': 'Totals' },
      ...totals
        .slice(0, 16)
        .map(([name, total]) =>
          element('li', {}, element('b', {}, numberText(total)), element('span', {}, name)),
        ),
    ),
  )
}

/** A note about the marks that were not kept; undefined if all were. */
export function keptNote({ data }: PageView): HTMLElement | undefined {
  const { lanes, items } = data.timeline
  const thinned = lanes.filter(({ keptOneOf }) => keptOneOf.some((one) => one > 1))
  if (thinned.length === 0) return undefined
  const all = lanes.reduce((sum, { bins }) => sum + bins.reduce((part, [, count]) => part + count, 0), 0)
  const most = Math.max(...thinned.flatMap(({ keptOneOf }) => keptOneOf))
  return element(
    'p',
    { class: 'hint' },
    `${numberText(items.length)} of ${numberText(all)} marks are kept with their details: in the ` +
      `fullest lane one of ` +
      `${numberText(most)}. The bars count all of them.`,
  )
}

const row = (tag: 'th' | 'td', cells: readonly string[]): HTMLElement =>
  element('tr', {}, ...cells.map((cell, index) => element(index === 0 ? 'th' : tag, {}, cell)))

/** Creates a table of resources, and one of histograms. */
export function createTables({ data }: PageView): HTMLElement[] {
  const table = (title: string, head: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0
      ? []
      : [
          element('h2', {}, title),
          element(
            'div',
            { class: 'tables', tabindex: '0', role: 'region', 'aria-label': title },
            element(
              'table',
              {},
              element('thead', {}, row('th', head)),
              element('tbody', {}, ...rows.map((cells) => row('td', cells))),
            ),
          ),
        ]
  const resources = Object.entries(data.resources).map(([name, one]) => [
    name,
    numberText(one.capacity),
    `${numberText(one.utilization * 100)} %`,
    numberText(one.served),
    numberText(one.abandoned),
    numberText(one.queueMax),
    durationText(one.waits.mean),
    durationText(one.waits.p95),
  ])
  const values = Object.entries(data.histograms).map(([name, one]) => [
    name,
    ...[one.count, one.least, one.mean, one.p50, one.p95, one.p99, one.greatest].map(numberText),
  ])
  return [
    ...table(
      'Resources',
      ['', 'places', 'in use', 'served', 'gave up', 'longest queue', 'mean wait', '95 % wait'],
      resources,
    ),
    ...table('Distributions', ['', 'count', 'least', 'mean', '50 %', '95 %', '99 %', 'greatest'], values),
  ]
}
