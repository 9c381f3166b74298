import { z } from '../../engine/zod.ts'
import type { Tx } from '../../graph/context.ts'
import { action } from '../../graph/define.ts'
import { successResult } from '../../graph/results.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { missing, nodeId } from '../../graph/values/references.ts'
import { bool, bytes, defaulted, httpUrl, integer, oneOf, text } from '../../graph/values/scalars.ts'

const actors = ['users', 'apps', 'pages', 'adAccounts'] as const

/** Blocks or unblocks an actor. Returns false if there is no actor with this id. */
function setBlocked(tx: Tx, actor: number, blocked: boolean): boolean {
  const table = actors.find((name) => tx.find(name, actor))
  if (table) tx.patch(table, actor, { blocked })
  return table !== undefined
}

const unknownActor = (id: number) =>
  `Param actor must be the id of a user, an app, a page or an ad account, got ${id}`

/** Blocks a user, an app, a page or an ad account: their later calls fail with 368 (ERR-012, SIL-043). */
export const blockActor = action({
  chapter: 'Errors',
  params: z.object({ actor: nodeId }),
  result: successResult,
  run: ({ params, tx, refuse }) =>
    setBlocked(tx, params.actor, true) ? { success: true } : refuse(unknownActor(params.actor)),
})

/** Unblocks a user, an app, a page or an ad account. */
export const unblockActor = action({
  chapter: 'Errors',
  params: z.object({ actor: nodeId }),
  result: successResult,
  run: ({ params, tx, refuse }) =>
    setBlocked(tx, params.actor, false) ? { success: true } : refuse(unknownActor(params.actor)),
})

/** Disables or enables the shared login of a user (ERR-014). */
export const disableLogin = action({
  chapter: 'Errors',
  params: z.object({ user: nodeId, disabled: defaulted(bool, true) }),
  result: successResult,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['user', 'users', params.user])
    if (error) return refuse(error)
    tx.patch('users', params.user, { loginDisabled: params.disabled })
    return { success: true }
  },
})

/** Sets the access level of an app to the ads interface: development or standard (ERR-007). */
export const setAppAccessLevel = action({
  chapter: 'Authentication',
  params: z.object({ app: nodeId, accessLevel: oneOf(['development', 'standard']) }),
  result: successResult,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['app', 'apps', params.app])
    if (error) return refuse(error)
    tx.patch('apps', params.app, { accessLevel: params.accessLevel })
    return { success: true }
  },
})

/**
 * Registers a URL of the simulated web, with its content or as missing. `hidden` makes links to it invisible.
 * A second registration of a URL replaces the first.
 */
export const registerUrl = action({
  chapter: 'Endpoints › Page photos',
  params: z.object({
    url: httpUrl,
    bytes: bytes.optional(),
    missing: defaulted(bool, false),
    hidden: defaulted(bool, false),
    contentType: defaulted(text, 'text/html'),
    title: text.optional(),
    description: text.optional(),
    image: httpUrl.optional(),
  }),
  result: z.object({ id: z.string() }),
  run({ params, tx }) {
    const { bytes: content, ...page } = params
    const existing = tx.first('webPages', 'byUrl', [page.url])
    if (existing?.digest !== undefined) tx.release(existing.digest)
    if (existing) tx.remove(existing.id)
    const digest = content === undefined ? undefined : tx.keep(content)
    return { id: String(tx.insert('webPages', { ...page, digest }).id) }
  },
})

/** Adds a business tag to photos. Without `business` it creates a business of the same name. */
export const addBusinessTag = action({
  chapter: 'Endpoints › Page photos',
  params: z.object({ name: text, business: nodeId.optional(), photos: defaulted(list(nodeId), []) }),
  result: z.object({ id: z.string(), business: z.string() }),
  run({ params, tx, refuse }) {
    const photoIds = params.photos.map((id) => ['photos', 'photos', id] as const)
    const error = missing(tx, ['business', 'businesses', params.business], ...photoIds)
    if (error) return refuse(error)
    const business = params.business ?? tx.insert('businesses', { name: params.name }).id
    const tag = tx.insert('businessTags', { business, name: params.name })
    for (const id of new Set(params.photos)) {
      tx.edit('photos', id, (photo) => {
        photo.businessTags.push(tag.id)
      })
    }
    return { id: String(tag.id), business: String(business) }
  },
})

const issue = object({
  level: text,
  error_code: integer(),
  error_summary: text,
  error_message: text,
  error_type: text,
})

/** Sets the delivery issues of a campaign. With any issue its effective status is WITH_ISSUES. */
export const setCampaignIssues = action({
  chapter: 'Resources and their fields › Campaign',
  params: z.object({ campaign: nodeId, issues: list(issue) }),
  result: successResult,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['campaign', 'campaigns', params.campaign])
    if (error) return refuse(error)
    tx.patch('campaigns', params.campaign, { issues: params.issues })
    return { success: true }
  },
})

/**
 * Sets whether a campaign is in process. Its effective status is then IN_PROCESS since version 4.0
 * (VER-007).
 */
export const setProcessing = action({
  chapter: 'Versioning',
  params: z.object({ campaign: nodeId, processing: defaulted(bool, true) }),
  result: successResult,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['campaign', 'campaigns', params.campaign])
    if (error) return refuse(error)
    tx.patch('campaigns', params.campaign, { processing: params.processing })
    return { success: true }
  },
})

/** Sets the rank of a post among the published posts of its year (LIM-001). */
export const rankPost = action({
  chapter: 'Limits',
  params: z.object({ post: nodeId, rank: integer() }),
  result: successResult,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post])
    if (error) return refuse(error)
    tx.patch('posts', params.post, { rank: params.rank })
    return { success: true }
  },
})
