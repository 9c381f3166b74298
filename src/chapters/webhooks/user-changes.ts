import type { Json } from '../../engine/values/guard.ts'
import type { Node, Tx } from '../../service/routes/context.ts'
import { firstNameOf, lastNameOf } from '../people/person-name.ts'
import type { FriendshipRow, PageLikeRow, PhotoRow, UserRow } from '../rows.ts'
import { type Change, ofKind } from './row-changes.ts'
import type { UserField } from './user-fields.ts'

/** A change of a person. */
export interface UserChange {
  readonly user: number
  readonly field: UserField
  /** The members of the change beside the name of the field, for an app that gets values. */
  readonly members: { readonly [member: string]: Json }
}

/*
 * The members of the changes are those of
 * https://developers.facebook.com/docs/graph-api/webhooks/reference/user/, and of the notices in
 * https://github.com/restfb/restfb/tree/master/src/test/resources/json/webhooks.
 */

/** The texts of a profile that have notices. */
const texts: readonly (readonly [UserField, (user: UserRow) => string | undefined])[] = [
  ['name', ({ name }) => name],
  ['first_name', firstNameOf],
  ['last_name', lastNameOf],
  ['email', ({ email }) => email],
]

/** A person who was just created has no notices: nobody watches them yet. */
function profileChanges({ before, after }: Change<UserRow>): UserChange[] {
  if (!before || !after) return []
  return texts.flatMap(([field, read]) => {
    const value = read(after) ?? null
    return value === (read(before) ?? null) ? [] : [{ user: after.id, field, members: { value } }]
  })
}

/** Friends have a row each, so both have a notice. A row that is not confirmed is a request. */
function friendChange({ before, after }: Change<FriendshipRow>): UserChange[] {
  const row = after ?? before
  if (!row || (before?.confirmed ?? false) === (after?.confirmed ?? false)) return []
  const members = { verb: after ? 'add' : 'remove', value: { uid: String(row.friend) } }
  return [{ user: row.user, field: 'friends', members }]
}

function likeChange({ before, after }: Change<PageLikeRow>): UserChange[] {
  const row = after ?? before
  if (!row || (before && after)) return []
  const members = { verb: after ? 'add' : 'remove', value: { page: String(row.page) } }
  return [{ user: row.user, field: 'likes', members }]
}

/** A new photo is an update: that is what the sample of the live service says of an upload. */
function photoChange(tx: Tx, { before, after }: Change<PhotoRow>): UserChange[] {
  const row = after ?? before
  if (!row || (before && after) || !tx.find('users', row.owner)) return []
  const value = { verb: after ? 'update' : 'remove', object_id: String(row.id) }
  return [{ user: row.owner, field: 'photos', members: { value } }]
}

/** Returns the changes of a person of which apps are notified, in a row that changed. */
export function userChangesOf(tx: Tx, change: Change<Node>): UserChange[] {
  const user = ofKind(change, 'users')
  if (user) return profileChanges(user)
  const friendship = ofKind(change, 'friendships')
  if (friendship) return friendChange(friendship)
  const like = ofKind(change, 'pageLikes')
  if (like) return likeChange(like)
  const photo = ofKind(change, 'photos')
  return photo ? photoChange(tx, photo) : []
}
