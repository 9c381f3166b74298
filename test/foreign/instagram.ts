import { createWorld, platformPolicy } from '../../src/index.ts'

/** The starter world with an Instagram account of its page. */
export function instagramWorld() {
  const world = createWorld({ policy: platformPolicy })
  const { page } = world.starter()
  const { id } = world.actions.createInstagramAccount({ page, username: 'bread' }).unwrap()
  return { account: id, world }
}
