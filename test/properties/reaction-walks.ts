import { call } from '../service/scene.ts'
import type { Ground, WalkRecipe } from './walk-recipes.ts'

const ofComment = ({ comment }: Ground) => ({ comment })

/** A photo with a post of its own, which has its comments and likes. */
function storyOf({ world, names }: Ground): { readonly photo: string; readonly post: string } {
  const rows: readonly { id: unknown; kind: string; story?: unknown }[] = [...world.state.graph.rows.values()]
  const found = rows.find((row) => row.kind === 'photos' && row.story !== null)
  return { photo: String(found?.id), post: `${names.page}_${found?.story}` }
}

const ofPhoto = (at: Ground) => ({ photo: storyOf(at).photo })

/** A user who reacts: each of a walk is another one. */
const somebody = ({ world }: Ground, nth: number) =>
  world.actions.createUser({ name: `Walk ${nth}` }).unwrap().id ?? ''

/** A list of the reactions to a comment, to which users are added. */
const reactions: WalkRecipe = {
  of: ofComment,
  token: 'pageToken',
  add: (at, nth) =>
    at.world.actions.setCommentReaction({ ...ofComment(at), user: somebody(at, nth) }).unwrap(),
  remove: (at, user) =>
    at.world.actions.setCommentReaction({ ...ofComment(at), user, reacts: false }).unwrap(),
}

/** The lists of reactions to comments, and of the comments and likes of photos. */
export const reactionWalks: Readonly<Record<string, WalkRecipe>> = {
  listCommentLikes: reactions,
  listCommentReactions: reactions,
  listPhotoComments: {
    of: ofPhoto,
    token: 'pageToken',
    add: (at, nth) =>
      call(at.world, at.names.pageToken, 'commentOnPhoto', {
        ...ofPhoto(at),
        message: `Walk ${nth}`,
      }).unwrap(),
    remove: 'no operation takes a comment of a photo out while it is walked',
  },
  listPhotoLikes: {
    of: ofPhoto,
    token: 'pageToken',
    add: (at, nth) =>
      at.world.actions.setPostLike({ post: storyOf(at).post, user: somebody(at, nth) }).unwrap(),
    remove: (at, user) =>
      at.world.actions.setPostLike({ post: storyOf(at).post, user, liked: false }).unwrap(),
  },
}
