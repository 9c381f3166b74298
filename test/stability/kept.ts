// Writes small files of each kind that users keep: `FAUXGRAPH_STABILITY=X.Y.Z` does so once for a new version.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { type ExploreOptions, explore, replayStory, type Story } from '../../src/explore/index.ts'
import { createWorld, type World } from '../../src/index.ts'
import { recordScenario } from '../../src/scenario/index.ts'
import { firstLine, recordChanges } from '../../src/world/recorder.ts'

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
  save('expected.json', JSON.stringify({ full: world.hash('full'), state: world.hash(), title, kind, text }))
}

/** The text of a file of a version. */
export const textOf = (version: string, name: string): string =>
  readFileSync(join(folderOf(version), name), 'utf8')
