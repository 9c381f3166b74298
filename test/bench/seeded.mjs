import { built } from './build.mjs'

const { createWorld } = await built('index.js')
const { service } = await built('machine/service-machine.js')
const { open } = await built('engine/state/draft.js')
const { indexesOf } = await built('engine/state/edge.js')
const { beginHistory } = await built('engine/state/history.js')
const { unknownRowsDigest } = await built('engine/store/rows-digest.js')

const indexes = indexesOf(service.schema)
const CHUNK = 20_000
const MINUTE = 60_000

/** The fields of a row that the service itself made: what is seeded looks like it. */
export function fieldsOf(handle, id) {
  const { id: _id, kind: _kind, ...fields } = handle.state.graph.rows.get(id)
  return fields
}

/** Fills a world past its inputs, in large transactions: a million rows through actions would take minutes. */
export function fill(handle, size, insert) {
  let { graph } = handle.state
  for (let done = 0; done < size; done += CHUNK) {
    const tx = open(graph, indexes)
    for (let at = done; at < Math.min(size, done + CHUNK); at++) insert(tx, at)
    // The digest would keep every change until a hash is asked for.
    graph = Object.freeze({ ...tx.commit(), digest: unknownRowsDigest() })
  }
  const state = Object.freeze({ ...handle.state, graph })
  Object.assign(handle, { state, baseline: state })
  if (handle.history) handle.history = beginHistory(state)
}

/** Puts a handle back into a state: a reference, whatever the size. */
export function putBack(handle, state) {
  handle.state = state
  if (handle.history) handle.history = beginHistory(state)
}

const positionOf = ({ createdTime, id }) => [createdTime, id]

/** A cursor at a position, made from a cursor of the same list at another. */
export function cursorAt(cursor, position) {
  const [list] = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
  return btoa(JSON.stringify([list, position]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** A world of about `size` nodes: half posts of a page, a quarter campaigns, a quarter leads of a form. */
export function seededWorld(size, options = {}) {
  const world = createWorld({ seed: 7, ...options })
  const starter = world.starter()
  const { page, pageToken, userToken, adAccount, form, campaign, lead } = starter
  const asPage = world.as(pageToken)
  const asUser = world.as(userToken)
  const { handle } = asPage
  const made = asPage.publishPost({ page, message: 'A post of a page' }).unwrap()
  const post = fieldsOf(handle, Number(made.id.split('_')[1]))
  const models = {
    post,
    campaign: fieldsOf(handle, Number(campaign)),
    lead: { ...fieldsOf(handle, Number(lead)), ad: null },
  }
  const rows = { posts: [], campaigns: [], leads: [] }
  const first = world.clock.now - size * MINUTE
  fill(handle, size, (tx, at) => {
    const createdTime = first + at * MINUTE
    if (at % 2 === 0) rows.posts.push(tx.insert('posts', { ...models.post, createdTime }))
    else if (at % 4 === 1) rows.campaigns.push(tx.insert('campaigns', { ...models.campaign, createdTime }))
    else rows.leads.push(tx.insert('leads', { ...models.lead, createdTime }))
  })
  const { paging } = asPage.listFormLeads({ form, limit: 2 }).unwrap()
  const { paging: feed } = asPage.listPageFeed({ page, limit: 2 }).unwrap()
  return {
    world,
    handle,
    state: handle.state,
    asPage,
    asUser,
    page,
    adAccount,
    form,
    rows,
    leadCursor: cursorAt(paging.cursors.after, positionOf(rows.leads[rows.leads.length >> 1])),
    // The feed shows 600 posts a year at most: the middle is the middle of what it shows.
    feedCursor: cursorAt(
      feed.cursors.after,
      positionOf(rows.posts[rows.posts.length - Math.min(300, rows.posts.length >> 1)]),
    ),
  }
}
