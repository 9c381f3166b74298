import { z } from '../../../engine/schema/zod.ts'
import { permissionError, withCheck } from '../../../service/access/access.ts'
import { alsoByApp, lists, ownAccess, tokensFor } from '../../../service/access/ownership.ts'
import { type CallError, isFailure } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { nodeId } from '../../../service/values/references.ts'
import { listOf, pagingParams } from '../../../service/views/paging.ts'
import { recordSchema } from '../../../service/views/record.ts'
import type { FriendshipRow } from '../../rows.ts'
import { friendView } from './test-user-view.ts'

const source = 'https://developers.facebook.com/docs/graph-api/reference/user/friends/'

const readsFriends = alsoByApp(ownAccess())

/** Whether a friend uses the app of the caller, and lets it see their friends. */
const usesApp = (context: ReadContext, { friend }: FriendshipRow): boolean =>
  tokensFor(context, context.caller.app.id, friend).some(({ scopes }) => scopes.includes('user_friends'))

const friendCount = z.object({
  /** The number of all friends, also of those who do not use the app. */
  total_count: z.int(),
})

const friendList = listOf(recordSchema(friendView)).extend({
  /** The totals of the list. Missing without the permission user_friends. */
  summary: friendCount.optional(),
})

/**
 * Lists the friends of a person who use the app of the token and granted it user_friends. Requires their user
 * token, or the application token of an app that they use. Without that permission, the list is empty.
 */
export const listFriends = endpoint({
  route: 'GET /{user}/friends',
  source,
  access: readsFriends,
  params: z.object(pagingParams),
  view: friendView,
  result: friendList,
  run(context) {
    const { user, tx, pageOf } = context
    if (!lists(context, 'user_friends')) return { data: [], paging: {} }
    const where = (row: FriendshipRow) => usesApp(context, row)
    const page = pageOf({ table: 'friendships', edge: 'confirmed', owner: [user.id], where }, friendView)
    if (isFailure(page)) return page
    return { ...page, summary: { total_count: tx.count('friendships', 'confirmed', [user.id]) } }
  },
})

/** Lists one friend of a person, or nobody if they are no friends, or without the permission user_friends. */
export const readFriend = endpoint({
  route: 'GET /{user}/friends/{friend}',
  source,
  access: readsFriends,
  params: z.object({
    /** The id of the friend. */
    friend: nodeId,
  }),
  view: friendView,
  result: z.object({
    /** The friend, if they are one who uses the app. */
    data: z.array(recordSchema(friendView)),
    /** The totals of the list. Missing without the permission user_friends. */
    summary: friendCount.optional(),
  }),
  run(context) {
    const { user, params, tx, show } = context
    if (!lists(context, 'user_friends')) return { data: [] }
    const row = tx.first('friendships', 'byPair', [user.id, params.friend])
    const shown = row?.confirmed && usesApp(context, row) ? [show(friendView, row)] : []
    return { data: shown, summary: { total_count: tx.count('friendships', 'confirmed', [user.id]) } }
  },
})

const errorOfAsked = ({ confirmed }: FriendshipRow): CallError => ({
  code: confirmed ? 522 : 520,
  message: confirmed ? 'You are already friends' : 'A request to this friend waits for their answer',
})

/**
 * Asks a person to become a friend, or accepts their request: they are friends when both have asked. Requires
 * the user token of a test user. Both must be test users of the app of the token.
 */
export const requestFriend = endpoint({
  route: 'POST /{user}/friends/{friend}',
  source: 'https://developers.facebook.com/docs/graph-api/reference/test-user/friends/',
  access: withCheck({ ...ownAccess(), writes: true }, ({ caller, tx }, _account, node) =>
    node && tx.first('testAccounts', 'byAppUser', [caller.app.id, node.id])
      ? undefined
      : permissionError('Requires a test user of the app', 'the person is no test user of this app'),
  ),
  params: z.object({
    /** The id of the friend, another test user of the app. */
    friend: nodeId,
  }),
  run({ user, caller, params: { friend }, tx, refuse, refuseFor }) {
    if (friend === user.id || !tx.first('testAccounts', 'byAppUser', [caller.app.id, friend]))
      return refuse(100, `Param friend must be the id of another test user of the app, got ${friend}`)
    const asked = tx.first('friendships', 'byPair', [user.id, friend])
    if (asked) return refuseFor(errorOfAsked(asked))
    const request = tx.first('friendships', 'byPair', [friend, user.id])
    if (request) tx.patch('friendships', request.id, { confirmed: true })
    tx.insert('friendships', { user: user.id, friend, confirmed: request !== undefined })
    return { success: true }
  },
})
