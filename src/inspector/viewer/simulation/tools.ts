import { kindNames } from './details.ts'
import { element } from './elements.ts'
import { numberText } from './format.ts'
import {
  changed,
  fit,
  nextMatch,
  type PageView,
  pan,
  search,
  selectMark,
  stepInLane,
  stepLane,
  zoom,
} from './view.ts'

const button = (sign: string, label: string, click: () => void): HTMLElement =>
  element('button', { type: 'button', 'aria-label': label, title: label, click }, sign)

/** The action of each key while the timeline has the focus. */
const keys = (view: PageView): Readonly<Record<string, () => void>> => ({
  ArrowLeft: () => stepInLane(view, -1),
  ArrowRight: () => stepInLane(view, 1),
  ArrowUp: () => stepLane(view, -1),
  ArrowDown: () => stepLane(view, 1),
  'Shift+ArrowLeft': () => pan(view, -0.25),
  'Shift+ArrowRight': () => pan(view, 0.25),
  '+': () => zoom(view, 0.5, view.selected?.at),
  '=': () => zoom(view, 0.5, view.selected?.at),
  '-': () => zoom(view, 2, view.selected?.at),
  '0': () => fit(view),
  Home: () => fit(view),
  n: () => nextMatch(view, 1),
  N: () => nextMatch(view, -1),
  'Shift+N': () => nextMatch(view, -1),
})

/** Listens to keys: those of the timeline, `/` for the search, and Escape. */
export function listenToKeys(view: PageView, canvas: HTMLCanvasElement, input: HTMLInputElement): void {
  const actions = keys(view)
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key
    const action = actions[name]
    if (!action) return
    event.preventDefault()
    action()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault()
      input.focus()
    }
    if (event.key !== 'Escape') return
    if (document.activeElement !== input) selectMark(view, undefined)
    else {
      // The browser would empty the field, and its marks would stay found: n goes to the next of them.
      event.preventDefault()
      canvas.focus()
    }
  })
}

/** Creates the search with its count of matches. */
function createSearch(view: PageView): { parts: HTMLElement[]; input: HTMLInputElement } {
  const found = element('span', { class: 'found', role: 'status' })
  const input = element('input', {
    type: 'search',
    placeholder: 'Search marks',
    'aria-label': 'Search marks',
  })
  input.addEventListener('input', () => search(view, input.value))
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') nextMatch(view, event.shiftKey ? -1 : 1)
  })
  view.listeners.add(() => {
    const { matches, selected, query } = view
    const place = selected ? matches.indexOf(selected) + 1 : 0
    const count = numberText(matches.length)
    found.textContent = query === '' ? '' : place > 0 ? `${numberText(place)} of ${count}` : `${count} found`
  })
  const parts = [
    input,
    button('↑', 'Previous match', () => nextMatch(view, -1)),
    button('↓', 'Next match', () => nextMatch(view, 1)),
    found,
  ]
  return { parts, input }
}

/** Creates the row with the search and the zoom. */
export function createTools(view: PageView): { tools: HTMLElement; input: HTMLInputElement } {
  const { parts, input } = createSearch(view)
  const tools = element(
    'div',
    { class: 'tools', role: 'toolbar', 'aria-label': 'Timeline' },
    ...parts,
    element('span', { class: 'space' }),
    button('◀', 'Earlier', () => pan(view, -0.25)),
    button('▶', 'Later', () => pan(view, 0.25)),
    button('+', 'Zoom in', () => zoom(view, 0.5, view.selected?.at)),
    button('−', 'Zoom out', () => zoom(view, 2, view.selected?.at)),
    element('button', { type: 'button', click: () => fit(view) }, 'Show all'),
  )
  return { tools, input }
}

/** Creates the legend, whose buttons hide kinds of marks. Kinds without marks are left out. */
export function createKinds(view: PageView): HTMLElement {
  const used = new Set(view.data.timeline.items.map(({ kind }) => kind))
  const row = element('div', { class: 'kinds', role: 'group', 'aria-label': 'Kinds of marks' })
  const order = Object.keys(kindNames)
  for (const kind of [...used].sort((left, right) => order.indexOf(left) - order.indexOf(right))) {
    const one = element(
      'button',
      { type: 'button', class: kind, 'aria-pressed': 'true' },
      element('i'),
      kindNames[kind],
    )
    one.addEventListener('click', () => {
      if (!view.hidden.delete(kind)) view.hidden.add(kind)
      one.setAttribute('aria-pressed', String(!view.hidden.has(kind)))
      changed(view)
    })
    row.append(one)
  }
  if (view.data.timeline.items.some(({ ok }) => !ok))
    row.append(element('span', { class: 'failed' }, element('i'), 'failed'))
  return row
}
