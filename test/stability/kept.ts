// Writes small files of each kind that users keep: `FAUXGRAPH_STABILITY=X.Y.Z` does so once for a version.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { type ExploreOptions, explore, replayStory, type Story } from '../../src/explore/index.ts'
import { createWorld, type World } from '../../src/index.ts'
import { recordScenario } from '../../src/scenario/index.ts'
import { runSettled } from '../../src/world/handle/handle.ts'
import { handleOf } from '../../src/world/handles.ts'
import { firstLine, recordChanges } from '../../src/world/recorder.ts'
import { exampleWorld } from '../docs/examples.ts'
import { call } from '../service/scene.ts'

/** The folder of a version. */
export const folderOf = (version: string): string => join(import.meta.dirname, version)

/** A program that posts once more when it gets no answer. */
export const greeting: ExploreOptions = {
  name: 'greeting',
  world() {
    const world = createWorld({ seed: 'stability' })
    world.starter({ publications: false })
    return world
  },
  sut({ fetch, baseUrl, names }) {
    const post = () =>
      fetch(`${baseUrl}/${names.page}/feed`, {
        method: 'POST',
        body: new URLSearchParams({ message: 'hi', access_token: names.pageToken }),
      })
    return { commands: { greet: { run: () => post().catch(post) } } }
  },
  runs: 20,
  stories: false,
}

/** Lets time, calls, actions, refusals and faults happen in a world. */
export function live(world: World): void {
  const { page, pageToken, form, app } = world.starter({ publications: false })
  const client = world.as(pageToken)
  world.actions.installApp({ app, page }).unwrap()
  world.actions
    .submitLead({ form, answers: { full_name: 'Grace Example', email: 'grace@example.test' } })
    .unwrap()
  const photo = client.uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }).unwrap()
  world.faults.add({ match: { operation: 'publishPost' }, fault: { kind: 'error', code: 200 }, times: 1 })
  client.publishPost({ page, message: 'refused' })
  client.publishPost({ page, message: 'hi', attached_media: [{ media_fbid: photo.id }] }).unwrap()
  client.listPageFeed({ page, limit: 1, fields: 'message,created_time' }).unwrap()
  world.clock.advance('25h')
  client.readPhoto({ photo: '1' })
}

/** The world in which it happens. */
export const worldOf = (): World => createWorld({ seed: 'stability', policy: 'platform', logSize: 20 })

/** A story with every step and every harm. */
const everyStory: Story = {
  steps: [
    { do: 'fact', kind: 'lead', count: 2, of: 'lead A', withNext: true },
    { do: 'wait', milliseconds: 1_000 },
    { do: 'wait for', endOf: 'day' },
    { do: 'job', job: 'sync' },
    { do: 'command', command: 'greet', value: { text: 'hi' } },
  ],
  marks: [
    ...(
      [
        { do: 'refused' },
        { do: 'answer lost' },
        { do: 'error', code: 2, for: 3 },
        { do: 'error', code: 4, times: 2 },
        { do: 'status', status: 502, after: true },
        { do: 'damaged', how: 'truncated' },
        { do: 'damaged', how: 'html' },
        { do: 'damaged', how: 'empty' },
        { do: 'request late', steps: 2 },
        { do: 'answer late', steps: 2 },
        { do: 'meanwhile', fact: { do: 'fact', kind: 'lead' }, after: true },
        { do: 'dies before' },
        { do: 'dies after' },
        { do: 'stops' },
        { do: 'deploy' },
        { do: 'down', hours: 40 },
        { do: 'too large', limit: 10, for: 2 },
        { do: 'empty page' },
        { do: 'short page', rows: 1 },
        { do: 'cursor expired' },
        { do: 'processing', seconds: 60 },
      ] as const
    ).map((harm, index) => ({ at: `sync#1/listFormLeads/${index + 1}`, harm })),
    { at: 'sync#1/file/1', harm: { do: 'torn' } },
    { at: 'sync#1/sql/1', harm: { do: 'conflict' } },
    { at: 'sync#1/redis/1', harm: { do: 'disconnect' } },
    { at: 'notice 1', harm: { do: 'twice' } },
    { at: 'notice 2', harm: { do: 'again later', steps: 2 } },
    { at: 'notice 3', harm: { do: 'late', steps: 2 } },
    { at: 'notice 4', harm: { do: 'after the next' } },
  ],
}

/** A scenario with every kind of step. */
const everyStep = `fauxgraph: 1
title: Every kind of step
given: { starter: { publications: false } }
steps:
  - call: publishPost
    as: $pageToken
    with: { page: $page, message: hi }
    save: { post: $.id }
  - request: { method: GET, path: /v26.0/me, params: { access_token: $pageToken, fields: name } }
    expect: { status: 200 }
  - action: setWebhook
    with: { app: $app, url: "https://hook.test/" }
  - deliver: { answers: [503, { error: connection refused }] }
  - advance: 1h
  - advanceTo: 2026-02-01T00:00:00Z
  - next: true
  - drain: true
  - addFault: { match: { operation: readPost }, fault: { kind: error, code: 2 } }
    save: { fault: $.id }
  - call: readPost
    as: $pageToken
    with: { post: $post }
    expect: { error: 2 }
  - removeFault: $fault
  - configure: { seed: other }
  - input: { type: advance, to: 1893456000000 }
  - title: No work is pending.
    expect: { pending: [] }
`

/** A world after a call of each endpoint, which has rows of nearly every kind, and after its requests. */
function everyRow(): World {
  const { start, calls } = exampleWorld()
  const world = start.world.fork({ policy: { beyond: 'serve' } })
  for (const { operation, token, params } of calls)
    if (!/^delete/.test(operation)) call(world, token, operation, params)
  return world
}

/** A world that was asked over HTTP, whose policy changed, and whose notices were sent. */
async function asked(): Promise<World> {
  const world = createWorld({ seed: 'requests' })
  const { page, pageToken, app, form } = world.starter({ publications: false })
  const headers = { authorization: `Bearer ${pageToken}`, 'content-type': 'application/json' }
  world.request({ method: 'POST', url: `/v26.0/${page}/feed`, headers, body: '{"message":"hi"}' })
  const batch = JSON.stringify([{ method: 'GET', relative_url: `${page}?fields=name` }])
  world.request({ method: 'POST', url: '/', headers, params: { batch } })
  runSettled(handleOf(world), { type: 'configure', policy: { beyond: 'serve' } })
  world.actions.installApp({ app, page }).unwrap()
  world.webhooks.connect(app, () => ({ status: 200 }))
  world.actions.submitLead({ form, answers: { full_name: 'Ada', email: 'ada@example.test' } }).unwrap()
  await world.webhooks.flush()
  world.clock.drain()
  return world
}

/** Writes what this version writes. A folder that is committed is never written again. */
export async function write(version: string): Promise<void> {
  const folder = folderOf(version)
  mkdirSync(folder)
  const save = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const world = worldOf()
  live(world)
  save('snapshot.json', JSON.stringify(world.snapshot()))
  save('recording.json', JSON.stringify(world.history.recording()))
  save('trace.json', JSON.stringify(world.trace()))
  save('scenario.yaml', recordScenario(world).text)
  const recorded = worldOf()
  const lines: object[] = [firstLine(recorded)]
  recordChanges(recorded, (change) => void lines.push(change))
  live(recorded)
  save('served.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { failures } = await explore(greeting)
  const story = failures[0]?.story as Story
  const { title = '', kind = '', text } = await replayStory(greeting, story)
  save('story.yaml', stringify({ fauxgraph: 1, title, of: 'greeting', finds: kind, story }))
  save('rows.json', JSON.stringify(everyRow().snapshot()))
  save('requests.json', JSON.stringify((await asked()).history.recording()))
  save(
    'every-story.yaml',
    stringify({ fauxgraph: 1, title: 'every', of: 'every', finds: 'none', story: everyStory }),
  )
  save('every-step.yaml', everyStep)
  save('expected.json', JSON.stringify({ full: world.hash('full'), state: world.hash(), title, kind, text }))
}

/** The text of a file of a version. */
export const textOf = (version: string, name: string): string =>
  readFileSync(join(folderOf(version), name), 'utf8')
