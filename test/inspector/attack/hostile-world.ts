import { actions, registry } from '../../../src/chapters/registry.ts'
import { tables } from '../../../src/chapters/tables.ts'
import { open } from '../../../src/engine/state/draft.ts'
import { indexesOf } from '../../../src/engine/state/edge.ts'
import { beginHistory } from '../../../src/engine/state/history.ts'
import { service } from '../../../src/machine/service-machine.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import { handleOf } from '../../../src/world/handles.ts'
import type { World } from '../../../src/world/world.ts'
import { rowsOf } from '../../chapters/codes/rows.ts'
import { act, call, type Scene } from '../../service/scene.ts'
import { hostileValue } from './hostile-values.ts'

const indexes = indexesOf(service.schema)

/** Adds a row of every table before all inputs, with hostile text in every column that has text. */
function addRows(world: World, text: string): void {
  const handle = handleOf(world)
  const tx = open(handle.state.graph, indexes)
  for (const [kind, { row }] of Object.entries(tables))
    tx.insert(kind as never, hostileValue(row, text) as never)
  const state = Object.freeze({ ...handle.state, graph: tx.commit() })
  Object.assign(handle, { state, baseline: state, history: beginHistory(state) })
}

/** Valid parameters with one text after the other made hostile. */
function* withOneHostile(params: object, text: string): Generator<object> {
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'string') yield { ...params, [name]: text }
}

/** Calls every operation and every action: hostile as a whole, and with one hostile parameter at a time. */
function callAll(
  { world, pageToken, userToken }: Scene,
  valid: Readonly<Record<string, object>>,
  text: string,
) {
  for (const [name, { endpoint }] of registry.routes.byName) {
    call(world, userToken, name, hostileValue(endpoint.params, text) as object)
    for (const one of withOneHostile(valid[name] ?? {}, text))
      for (const token of [pageToken, userToken]) call(world, token, name, one)
  }
  for (const [name, { params }] of Object.entries(actions)) act(world, name, hostileValue(params, text))
}

/** Requests whose path, query, header and body are hostile. */
function sendAll({ world, page, pageToken }: Scene, text: string): void {
  const escaped = encodeURIComponent(text)
  const headers = { 'x-text': text, [text]: text, authorization: `Bearer ${text}` }
  for (const url of [
    `/${escaped}`,
    `/v26.0/${page}?fields=${escaped}&${escaped}=1`,
    `/${page}/${escaped}?access_token=${pageToken}`,
  ])
    world.request({ method: 'GET', url, headers })
  world.request({ method: 'POST', url: `/${page}/feed`, headers, body: `message=${escaped}` })
  world.request({ method: text as 'GET', url: '/me' })
}

/** Leads, webhooks, stubs and faults whose texts are hostile. */
async function happen({ world, app, page, form, campaign, pageToken, userToken }: Scene, text: string) {
  const short = text.slice(0, 120)
  world.stub('GET /{page}/conversations', { [text]: text })
  world.stub(`GET /${short.replaceAll(/[^!-~]|[/{}?#]/g, '')}/x`, { [text]: text })
  world.stub('GET /{page}/settings', () => {
    throw new Error(text)
  })
  for (const path of ['conversations', 'settings'])
    try {
      world.request({ method: 'GET', url: `/${page}/${path}?access_token=${pageToken}` })
    } catch {}
  world.faults.add({
    match: { operation: 'readCampaign', target: text, token: text, app: text },
    fault: { kind: 'http', status: 503, headers: { 'x-text': short.replaceAll(/[^ -~]/g, '') }, body: text },
  })
  world.faults.add({ match: { operation: 'readCampaign' }, fault: { kind: 'http', status: 503, body: text } })
  world.as(userToken).readCampaign({ campaign })
  world.actions.installApp({ app, page }).unwrap()
  let turn = 0
  world.webhooks.connect(app, () => {
    turn += 1
    if (turn === 1) throw new Error(text)
    return new Response(text, { status: 500, statusText: 'No', headers: { 'x-text': 'hostile' } })
  })
  for (const name of [text, short])
    world.actions.submitLead({ form, answers: { full_name: name, email: 'ann@example.test' } }).unwrap()
  await world.webhooks.flush()
  world.clock.advance('2h')
  await world.webhooks.flush()
}

/**
 * Makes a world in which everything that can hold a text holds a hostile one: the seed, a row of every table,
 * every parameter of every operation and action, requests, stubs, faults, leads and deliveries.
 */
export async function hostileScene(text: string): Promise<Scene> {
  const world = createWorld({ seed: text.slice(0, 200) })
  const scene: Scene = { world, ...world.starter() }
  const valid = Object.fromEntries(
    Object.entries(rowsOf({ ...scene, world: world.fork() })).map(([name, { params }]) => [name, params]),
  )
  addRows(world, text.padEnd(10_000, '\u202e<'))
  sendAll(scene, text)
  await happen(scene, text)
  callAll(scene, valid, text)
  return scene
}
