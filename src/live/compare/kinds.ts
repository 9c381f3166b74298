import type { Json } from '../../engine/values/guard.ts'
import { textOf } from '../../engine/values/json-text.ts'

/** The kinds of nodes whose facts are built. */
export type SeenKind =
  | 'user'
  | 'page'
  | 'adAccount'
  | 'campaign'
  | 'adSet'
  | 'ad'
  | 'form'
  | 'lead'
  | 'post'
  | 'photo'
  | 'comment'

/** The kind of the node whose edge is read. */
export const edgeOwners: Readonly<Record<string, SeenKind>> = {
  feed: 'page',
  posts: 'page',
  published_posts: 'page',
  tagged: 'page',
  photos: 'page',
  leadgen_forms: 'page',
  video_reels: 'page',
  leads: 'form',
  campaigns: 'adAccount',
  accounts: 'user',
}

/** The kind of the rows of an edge. */
export const edgeRows: Readonly<Record<string, SeenKind>> = {
  feed: 'post',
  posts: 'post',
  published_posts: 'post',
  leadgen_forms: 'form',
  leads: 'lead',
  campaigns: 'campaign',
  adsets: 'adSet',
  ads: 'ad',
  photos: 'photo',
  comments: 'comment',
  accounts: 'page',
}

/** Guesses the kind of a record from its members. */
export function kindOf(record: { readonly [name: string]: Json }): SeenKind | undefined {
  const has = (...names: string[]) => names.some((name) => name in record)
  if (has('objective', 'special_ad_categories')) return 'campaign'
  if (has('adset_id')) return 'ad'
  if (has('optimization_goal', 'billing_event') || (has('campaign_id') && has('targeting'))) return 'adSet'
  if (has('account_status', 'currency')) return 'adAccount'
  // The accounts of an app are users for tests.
  if (has('login_url')) return 'user'
  if (has('field_data')) return 'lead'
  if (has('leads_count', 'questions')) return 'form'
  if (has('comment_count', 'like_count', 'user_likes', 'can_comment')) return 'comment'
  if (textOf(record['id']).includes('_') && has('message', 'story', 'created_time', 'is_published'))
    return 'post'
  if (has('category', 'fan_count', 'access_token')) return 'page'
  return has('first_name', 'last_name', 'email') ? 'user' : undefined
}
