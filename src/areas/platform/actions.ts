import { z } from 'zod'
import type { Tx } from '../../graph/context.ts'
import { action } from '../../graph/define.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { missing, reference } from '../../graph/values/references.ts'
import { bool, bytes, defaulted, httpUrl, integer, oneOf, text } from '../../graph/values/scalars.ts'

const done = z.object({ success: z.boolean() })
const actors = ['users', 'apps', 'pages', 'adAccounts'] as const

function setBlocked(tx: Tx, actor: number, blocked: boolean): boolean {
  const table = actors.find((name) => tx.find(name, actor))
  if (table) tx.patch(table, actor, { blocked })
  return table !== undefined
}

const noActor = (id: number) =>
  `Param actor must be the id of a user, an app, a page or an ad account, got ${id}`

/** Blocks a user, an app, a page or an ad account: what it does is answered with 368. */
export const blockActor = action({
  chapter: 'Errors',
  params: z.object({ actor: reference }),
  result: done,
  run: ({ params, tx, refuse }) =>
    setBlocked(tx, params.actor, true) ? { success: true } : refuse(noActor(params.actor)),
})

/** Lifts the block of a user, an app, a page or an ad account. */
export const unblockActor = action({
  chapter: 'Errors',
  params: z.object({ actor: reference }),
  result: done,
  run: ({ params, tx, refuse }) =>
    setBlocked(tx, params.actor, false) ? { success: true } : refuse(noActor(params.actor)),
})

/** Disables the shared login of a user, or enables it again. */
export const disableLogin = action({
  chapter: 'Errors',
  params: z.object({ user: reference, disabled: defaulted(bool, true) }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['user', 'users', params.user])
    if (error) return refuse(error)
    tx.patch('users', params.user, { loginDisabled: params.disabled })
    return { success: true }
  },
})

/** Gives an app development or standard access to the ads interface. */
export const setAppAccessLevel = action({
  chapter: 'Authentication',
  params: z.object({ app: reference, accessLevel: oneOf(['development', 'standard']) }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['app', 'apps', params.app])
    if (error) return refuse(error)
    tx.patch('apps', params.app, { accessLevel: params.accessLevel })
    return { success: true }
  },
})

/**
 * Registers an address of the simulated web: with the bytes found there, or as missing; `hidden` makes links
 * to it invisible. A second registration takes the place of the first.
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
    const known = tx.first('webPages', 'byUrl', [page.url])
    if (known?.digest !== undefined) tx.release(known.digest)
    if (known) tx.remove(known.id)
    const digest = content === undefined ? undefined : tx.keep(content)
    return { id: String(tx.insert('webPages', { ...page, digest }).id) }
  },
})

/** Adds a tag of a business to photos; without `business` a new business is made. */
export const addBusinessTag = action({
  chapter: 'Endpoints › Page photos',
  params: z.object({ name: text, business: reference.optional(), photos: defaulted(list(reference), []) }),
  result: z.object({ id: z.string(), business: z.string() }),
  run({ params, tx, refuse }) {
    const named = params.photos.map((id) => ['photos', 'photos', id] as const)
    const error = missing(tx, ['business', 'businesses', params.business], ...named)
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

/** Sets the delivery issues of a campaign; any of them makes its effective status WITH_ISSUES. */
export const setCampaignIssues = action({
  chapter: 'Resources and their fields › Campaign',
  params: z.object({ campaign: reference, issues: list(issue) }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['campaign', 'campaigns', params.campaign])
    if (error) return refuse(error)
    tx.patch('campaigns', params.campaign, { issues: params.issues })
    return { success: true }
  },
})

/** Says whether a campaign is in process: then its effective status is IN_PROCESS from version 4.0 on. */
export const setProcessing = action({
  chapter: 'Versioning',
  params: z.object({ campaign: reference, processing: defaulted(bool, true) }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['campaign', 'campaigns', params.campaign])
    if (error) return refuse(error)
    tx.patch('campaigns', params.campaign, { processing: params.processing })
    return { success: true }
  },
})

/** Sets the rank of a post among the published posts of its year. */
export const rankPost = action({
  chapter: 'Limits',
  params: z.object({ post: reference, rank: integer() }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post])
    if (error) return refuse(error)
    tx.patch('posts', params.post, { rank: params.rank })
    return { success: true }
  },
})
