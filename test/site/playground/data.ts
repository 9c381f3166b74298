import { exportedComments, exportedConstants } from '../../../.build/declarations/exported-comments.ts'
import { registry } from '../../../src/chapters/registry.ts'
import type { Json } from '../../../src/engine/values/guard.ts'
import type { Snapshot } from '../../../src/world/create-world.ts'
import { exampleWorld } from '../../docs/examples.ts'

/** A request that the playground offers: the example of an endpoint in docs/endpoints. */
export interface PlaygroundRequest {
  readonly name: string
  readonly chapter: string
  readonly route: string
  readonly text: string
  readonly token: string
  readonly params: { readonly [name: string]: Json }
}

/** The data in the page of the playground. */
export interface PlaygroundData {
  /** The world that the page begins with, in which each request succeeds. */
  readonly beginning: Snapshot
  readonly requests: readonly PlaygroundRequest[]
}

/** Makes the data of the playground. Its world also serves the endpoints beyond the description. */
export function playgroundData(root: string): PlaygroundData {
  const { start, calls } = exampleWorld()
  const comments = exportedComments(root, 'src/chapters')
  const folders = new Map(
    exportedConstants(root, 'src/chapters').map(({ name, path }) => [name, path.split('/')[2] ?? '']),
  )
  const world = start.world.fork({ policy: { beyond: 'serve' } })
  // Changes of the page then cause notices, which the playground itself receives.
  world.actions.setWebhook({ app: start.app, fields: ['leadgen', 'feed'] }).unwrap()
  world.actions.installApp({ app: start.app, page: start.page }).unwrap()
  const requests = calls.map(({ operation, token, params }) => ({
    name: operation,
    chapter: folders.get(operation) ?? '',
    route: registry.routes.byName.get(operation)?.endpoint.route ?? '',
    text: comments.get(operation) ?? '',
    token,
    params: JSON.parse(JSON.stringify(params)),
  }))
  return { beginning: world.snapshot(), requests }
}
