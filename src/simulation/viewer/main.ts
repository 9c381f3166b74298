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

function start(): void {
  const app = document.getElementById('app')
  const data = document.getElementById('data')?.textContent
  if (!app || !data) return
  const parsed: PageData = JSON.parse(data)
  const view = createView(parsed)
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
  app.append(createHeading(view), ...(hasLanes ? timeline : []), createPlots(view), ...createTables(view))
  if (hasLanes) listenToKeys(view, canvas, input)
  changed(view)
}

start()
