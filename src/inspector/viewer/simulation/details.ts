import type { TimelineItem } from '../../../simulation/run/timeline.ts'
import type { Stage } from '../../../world/handle/refusal.ts'
import { element } from './elements.ts'
import { durationText, instantLabel } from './format.ts'
import { type PageView, selectMark } from './view.ts'

/** The name of a kind of mark. */
export const kindNames: Readonly<Record<TimelineItem['kind'], string>> = {
  call: 'call',
  action: 'action',
  task: 'due work',
  delivery: 'delivery',
  fault: 'fault',
  note: 'note',
  wait: 'waiting',
  hold: 'in use',
}

function pairs(entries: readonly (readonly [string, string | undefined])[]): HTMLElement {
  const list = element('dl')
  for (const [name, value] of entries)
    if (value !== undefined) list.append(element('dt', {}, name), element('dd', {}, value))
  return list
}

/** One check: a failed check ends the call, so that those after it were not reached. */
function checkRow(stage: Stage, place: number, failed: number): HTMLElement {
  const [verdict, text] =
    failed < 0 || place < failed
      ? ['passed', 'passed']
      : place === failed
        ? ['failed', 'failed']
        : ['skipped', 'not reached']
  const rows = stage.rows.length > 0 ? ` (${stage.rows.join(', ')})` : ''
  return element(
    'li',
    { class: verdict },
    element(
      'span',
      {},
      stage.name,
      element('span', { class: 'unseen' }, `: ${text}`),
      element('small', {}, `${stage.chapter}${rows}`),
    ),
  )
}

function whyOf(view: PageView, { why }: TimelineItem): Node[] {
  if (!why) return []
  const { checks } = view.data.timeline
  const failed = why.failedCheck === null ? -1 : checks.findIndex(({ name }) => name === why.failedCheck)
  return [
    element('h3', {}, 'Why'),
    pairs([
      ['Operation', why.operation ?? 'none'],
      ['Node', why.node ? `${why.node.kind} ${why.node.id}` : undefined],
      ['Version', why.version ?? undefined],
      ['Status', String(why.status)],
    ]),
    element('ol', { class: 'checks' }, ...checks.map((stage, index) => checkRow(stage, index, failed))),
  ]
}

function errorOf({ error }: TimelineItem): Node[] {
  if (!error) return []
  return [
    element('h3', {}, 'Error'),
    pairs([
      ['Code', `${error.code}${error.subcode === undefined ? '' : `, subcode ${error.subcode}`}`],
      ['Message', error.message],
      ['Because', error.because.length > 0 ? error.because.join(', ') : undefined],
      ['Fault rule', error.injectedBy],
    ]),
  ]
}

/** JSON with line breaks; a text that was cut stays as it is. */
function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

function contentOf(view: PageView, item: TimelineItem): Node[] {
  const { kind, at, end, ok, sequence, input, events, lane } = item
  return [
    pairs([
      ['At', `${instantLabel(at)} UTC`],
      ['Took', end === undefined ? undefined : durationText(end - at)],
      ['Lane', view.data.timeline.lanes[lane]?.name],
      ['Kind', `${kindNames[kind]}${ok ? '' : ', failed'}`],
      ['Input', sequence === undefined ? undefined : `number ${sequence} of the world`],
      ['Events', events?.join(', ')],
    ]),
    ...errorOf(item),
    ...(input === undefined || input === '{}'
      ? []
      : [element('h3', {}, 'Data'), element('pre', {}, readable(input))]),
    ...whyOf(view, item),
  ]
}

/** Creates the panel that shows the selected mark. */
export function createDetails(view: PageView, board: HTMLElement): HTMLElement {
  const panel = element('aside', { class: 'details', 'aria-label': 'Details', hidden: true, tabindex: '-1' })
  let shown: TimelineItem | undefined
  view.listeners.add(() => {
    if (view.selected === shown) return
    shown = view.selected
    board.classList.toggle('open', shown !== undefined)
    panel.hidden = shown === undefined
    if (!shown) return
    const close = element(
      'button',
      { type: 'button', 'aria-label': 'Close details', click: () => selectMark(view, undefined) },
      '×',
    )
    const title = element('h2', { class: shown.ok ? '' : 'bad' }, shown.label)
    panel.replaceChildren(element('header', {}, title, close), ...contentOf(view, shown))
    panel.scrollTop = 0
    // On a narrow screen the panel lies over the lower half of the page.
    if (window.innerWidth <= 760) board.scrollIntoView({ block: 'start' })
  })
  return panel
}
