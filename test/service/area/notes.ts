// #region imports
import {
  action,
  area,
  endpoint,
  event,
  fact,
  formerRowId,
  instant,
  isoTime,
  listOf,
  pagingParams,
  record,
  rowId,
  service,
  successResult,
  table,
  text,
  view,
  z,
} from '../../../src/service/area/index.ts'

// #endregion

// #region table
const notes = table({
  row: z.object({
    page: rowId('pages'),
    text: z.string(),
    /** The note that it answers. */
    answers: formerRowId('notes.notes').optional(),
    createdTime: instant(),
  }),
  edges: { byPage: { owners: ({ page }) => [[page]], order: ({ createdTime }) => [createdTime] } },
})
// #endregion

// #region view
const noteView = view(notes, 'Note', (field) => ({
  text: field(z.string(), (row) => row.text),
  created_time: field(z.string(), (row) => isoTime(row.createdTime)),
  page_name: field(z.string(), (row, { tx }) => tx.find(service.pages, row.page)?.name, { onRequest: true }),
}))
// #endregion

// #region endpoints
const written = event(z.object({ note: z.string(), page: z.string() }))

const writeNote = endpoint({
  route: 'POST /{page}/notes',
  node: service.pages,
  access: { tokens: ['page'], permissions: ['pages_manage_posts'] },
  params: z.object({ text }),
  result: z.object({ id: z.string() }),
  run({ node, params, tx, now, caller, notify, refuse }) {
    if (params.text === '') return refuse(100, 'Param text must not be empty', { subcode: 7 })
    const { id } = tx.insert(notes, { page: node.id, text: params.text, createdTime: now })
    tx.emit(written, { note: String(id), page: String(node.id) })
    tx.schedule({ at: now + 86_400_000, key: `expiry/${id}`, action: 'expireNote', params: { note: id } })
    notify({ app: caller.app, about: id, field: 'notes', value: { note: String(id), verb: 'add' } })
    return { id: String(id) }
  },
})

const readNote = endpoint({
  route: 'GET /{note}',
  node: notes,
  params: z.object({}),
  view: noteView,
  result: record(noteView),
  run: ({ node, show }) => show(noteView, node),
})

const listNotes = endpoint({
  route: 'GET /{page}/notes',
  node: service.pages,
  params: z.object(pagingParams),
  view: noteView,
  result: listOf(record(noteView)),
  run: ({ node, page }) => page({ table: notes, edge: 'byPage', owner: [node.id] }, noteView),
})
// #endregion

// #region delete
const deleteNote = endpoint({
  route: 'DELETE /{note}',
  node: notes,
  access: {
    check: ({ caller, node }) => (caller.page === node.page ? undefined : 'Only its page may delete a note'),
  },
  params: z.object({}),
  result: successResult,
  run({ node, tx }) {
    tx.remove(notes, node.id)
    tx.callOff(`expiry/${node.id}`)
    return { success: true }
  },
})
// #endregion

// #region actions
const expireNote = action({
  params: z.object({ note: z.number() }),
  result: successResult,
  run({ params, tx, refuse }) {
    if (!tx.find(notes, params.note)) return refuse(`Param note must be the id of a note, got ${params.note}`)
    tx.remove(notes, params.note)
    return { success: true }
  },
})

const addNote = action({
  params: z.object({ page: z.number(), text: z.string() }),
  result: z.object({ id: z.string() }),
  run({ params, tx, now, refuse }) {
    if (!tx.find(service.pages, params.page))
      return refuse(`Param page must be the id of a page, got ${params.page}`)
    return { id: String(tx.insert(notes, { ...params, createdTime: now }).id) }
  },
})
// #endregion

// #region facts
const noted = fact({
  text: 'somebody writes a note',
  action: addNote,
  makes: notes,
  noun: 'note',
  params({ name, target }) {
    const page = target(service.pages)
    return page && { page: page.id, text: `This is ${name}` }
  },
})

const expired = fact({
  text: 'the newest note expires',
  action: expireNote,
  changes: notes,
  params: ({ row }) => ({ note: row.id }),
})
// #endregion

// #region area
/** Notes of pages, which are removed after a day. */
export const notesArea = area('notes', {
  version: 1,
  tables: { notes },
  endpoints: { writeNote, readNote, listNotes, deleteNote },
  actions: { addNote, expireNote },
  events: { written },
  facts: { noted, expired },
})
// #endregion
