import { takeNews } from '../../../src/inspector/viewer/state/follow-steps.ts'
import type { WorldTransport } from '../../../src/inspector/viewer/state/live.ts'
import { worldsHandler } from '../../../src/server/fetch.ts'
import { worldsFrom } from '../../../src/server/worlds.ts'
import type { World } from '../../../src/world/world.ts'

/** The address at which the page itself reaches its world. */
const ORIGIN = 'http://localhost'

const event = /^id: (.*)\nevent: (.*)\ndata: (.*)$/gm

/** The way to a world in the page. The inspector uses it as it uses a server. */
export interface PageTransport extends WorldTransport {
  /** Puts another world in place of all. */
  serve(world: World): void
  /** The world of a name, or the first one if the name is empty; undefined if there is none. */
  worldOf(name: string): World | undefined
  /** Tells that the world may have changed. */
  changed(): void
}

/**
 * Creates the way to a world in the page.
 *
 * @param onChange Runs when the world may have changed.
 */
export function pageTransport(first: World, onChange: () => void): PageTransport {
  let worlds = worldsFrom(first)
  let handler = worldsHandler(worlds)
  /** Reads the steps for the inspector that is shown. */
  let follow = () => {}
  const send = (path: string, init?: RequestInit) => handler(new Request(`${ORIGIN}${path}`, init))
  const changed = () => {
    follow()
    onChange()
  }
  return {
    changed,
    serve(world) {
      worlds = worldsFrom(world)
      handler = worldsHandler(worlds)
      changed()
    },
    worldOf: (name) => (name === '' ? worlds.main : worlds.has(name) ? worlds.select(name) : undefined),
    async request(path, init) {
      const response = await send(path, init)
      if (init.method !== 'GET') changed()
      return response
    },
    follow(path, source) {
      let last = ''
      let reading = Promise.resolve()
      const read = async () => {
        const response = await send(last === '' ? path : `${path}?after=${encodeURIComponent(last)}`)
        for (const [, id = '', kind = '', data = ''] of (await response.text()).matchAll(event)) {
          // The steps with which the first world was made are nobody's concern.
          const isFirst = last === '' && kind === 'gone'
          last = id
          if (!isFirst) takeNews(source, kind, data)
        }
        source.count.value = source.lines.at(-1)?.sequence ?? 0
      }
      follow = () => {
        reading = reading.then(read)
      }
      source.refresh()
      follow()
    },
  }
}
