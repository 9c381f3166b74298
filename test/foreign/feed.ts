import { createWorld, platformPolicy } from '../../src/index.ts'

/** The starter world, whose app gets the notices of the feed of its page. */
export function feedWorld(tokens?: { readonly pageToken: string }) {
  const world = createWorld({ policy: platformPolicy, starter: tokens ? { tokens } : true })
  world.actions.setWebhook({ app: world.names.app, fields: ['feed'] }).unwrap()
  return world
}

/** A notice of the feed of a page. */
export interface Notice {
  readonly entry: readonly {
    readonly changes: readonly {
      readonly value: { readonly item: string; readonly verb: string; readonly message?: string }
    }[]
  }[]
}

/** The texts of the new comments that a notice tells of. */
export const commentsOf = ({ entry }: Notice) =>
  entry
    .flatMap(({ changes }) => changes)
    .filter(({ value }) => value.item === 'comment' && value.verb === 'add')
    .map(({ value }) => value.message ?? '')
