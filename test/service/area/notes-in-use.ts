// #region world
import { createWorld } from '../../../src/index.ts'
import { notesArea } from './notes.ts'

const world = createWorld({ areas: [notesArea] })
const { app, page, pageToken } = world.starter()
const as = world.as(pageToken)

const { id } = as.writeNote({ page, text: 'hello' }).unwrap()
console.log(as.readNote({ note: id, fields: ['text', 'page_name'] }).unwrap())
// → { id: '665306000000069', text: 'hello', page_name: 'Starter Page' }
console.log(as.listNotes({ page, limit: 10 }).unwrap().data.length)
// → 1
const refused = as.writeNote({ page, text: '' })
console.log(
  refused.ok ? 'written' : `${refused.error.code}/${refused.error.subcode}: ${refused.error.message}`,
)
// → 100/7: (#100) Param text must not be empty

console.log(world.events.of('notes.written')[0]?.data.page === page)
// → true
world.actions.addNote({ page: Number(page), text: 'by a person' }).unwrap()
world.clock.advance('25h')
console.log(as.readNote({ note: id }).ok)
// → false
// #endregion

// #region http
const answer = world.request({
  method: 'POST',
  path: `/v24.0/${page}/notes`,
  params: { text: 'hello', access_token: pageToken },
})
console.log(answer.status)
// → 200
// #endregion

// #region webhook
world.webhooks.connect(app, async (request) => {
  const { object, entry } = await request.json()
  const [change] = entry.at(-1).changes
  console.log(object, change.field, change.value.verb)
  return { status: 200 }
})
world.actions.setWebhook({ app }).unwrap()
as.writeNote({ page, text: 'told' }).unwrap()
await world.webhooks.flush()
// → notes notes add
// #endregion
