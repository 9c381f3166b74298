import { createBoard } from './board.ts'
import { element } from './elements.ts'
import { createPlots } from './plots.ts'
import { createHeading, createTables, keptNote } from './summary.ts'
import { createKinds, createTools, listenToKeys } from './tools.ts'
import { changed, createView, type PageData } from './view.ts'

const key = (name: string): HTMLElement => element('kbd', {}, name)

/** The keys of the timeline, for those who have a keyboard. */
const keyHint = (): HTMLElement =>
  element(
    'p',
    { class: 'hint keys' },
    ...['Keys: ', key('←'), ' ', key('→'), ' next mark, ', key('↑'), ' ', key('↓'), ' other lane, '],
    ...[key('+'), ' ', key('−'), ' zoom, ', key('Shift'), ' ', key('←'), ' ', key('→'), ' move, '],
    ...[
      key('0'),
      ' all, ',
      key('/'),
      ' search, ',
      key('Esc'),
      ' close. Drag to move, ',
      key('Ctrl'),
      ' wheel to zoom.',
    ],
  )

/** Shows the timeline of a simulation in an element of the page. */
export function mountSimulation(place: HTMLElement, data: PageData): void {
  const view = createView(data)
  const { tools, input } = createTools(view)
  const { board, canvas } = createBoard(view)
  const note = keptNote(view)
  const timeline = [
    element('h2', {}, 'Timeline'),
    tools,
    createKinds(view),
    board,
    ...(note ? [note] : []),
    keyHint(),
  ]
  const hasLanes = view.lanes.length > 0
  place.append(createHeading(view), ...(hasLanes ? timeline : []), createPlots(view), ...createTables(view))
  if (hasLanes) listenToKeys(view, canvas, input)
  changed(view)
}
