import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import { action } from '../../service/routes/define.ts'
import { list, object } from '../../service/values/compounds.ts'
import { nodeId } from '../../service/values/references.ts'
import { boolean, bytes, defaulted, httpUrl, integer, oneOf, text } from '../../service/values/scalars.ts'
import { idResult } from '../../service/views/results.ts'

const actors = ['users', 'apps', 'pages', 'adAccounts'] as const

/** Blocks or unblocks an actor. Returns false if there is no actor with this id. */
function setBlocked(tx: Tx, actor: number, blocked: boolean): boolean {
  const table = actors.find((name) => tx.find(name, actor))
  if (table) tx.patch(table, actor, { blocked })
  return table !== undefined
}

const unknownActor = (id: number) =>
  `Param actor must be the id of a user, an app, a page or an ad account, got ${id}`

/**
 * Blocks a user, an app, a page or an ad account: their later writes fail with 368 (ERR-012, SIL-043). An
 * endpoint whose list of codes lacks 368, such as that of the feed, answers 200 or else 100 in its place,
 * unless the policy is `beyond: 'serve'` (SIL-038).
 */
export const blockActor = action({
  chapter: 'Errors',
  params: z.object({
    /** The id of a user, an app, a page or an ad account. */
    actor: nodeId,
  }),
  run: ({ params, tx, refuse }) =>
    setBlocked(tx, params.actor, true) ? { success: true } : refuse(unknownActor(params.actor)),
})

/** Unblocks a user, an app, a page or an ad account. */
export const unblockActor = action({
  chapter: 'Errors',
  params: z.object({
    /** The id of a user, an app, a page or an ad account. */
    actor: nodeId,
  }),
  run: ({ params, tx, refuse }) =>
    setBlocked(tx, params.actor, false) ? { success: true } : refuse(unknownActor(params.actor)),
})

/** Disables or enables the shared login of a user (ERR-014). */
export const disableLogin = action({
  chapter: 'Errors',
  params: z.object({
    user: nodeId,
    /** Whether calls for the user fail with 2633. */
    disabled: defaulted(boolean, true),
  }),
  run({ params, tx }) {
    tx.patch('users', params.user, { loginDisabled: params.disabled })
    return { success: true }
  },
})

/** Sets the access level of an app to the ads interface: development or standard (ERR-007). */
export const setAppAccessLevel = action({
  chapter: 'Authentication',
  params: z.object({
    app: nodeId,
    /** The access level to the ads interface: ads calls of an app with `development` fail with 270. */
    accessLevel: oneOf(['development', 'standard']),
  }),
  run({ params, tx }) {
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
    /** The URL of the simulated web. */
    url: httpUrl,
    /** The content of the URL, such as an image. Without it, the URL is a page with a preview. */
    bytes: bytes.optional(),
    /** Whether nothing is at the URL. */
    missing: defaulted(boolean, false),
    /** Whether posts with a link to the URL fail, because neither app nor caller can see it. */
    hidden: defaulted(boolean, false),
    /** The media type of the content. */
    contentType: defaulted(text, 'text/html'),
    /** The title of the link preview. */
    title: text.optional(),
    /** The text of the link preview. */
    description: text.optional(),
    /** The URL of the image of the link preview. */
    image: httpUrl.optional(),
  }),
  result: idResult,
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
  params: z.object({
    /** The name of the tag. */
    name: text,
    /** The id of its business. Without it, a business of the same name is created. */
    business: nodeId.optional(),
    /** The ids of the photos to tag. */
    photos: defaulted(list(nodeId), []),
  }),
  result: z.object({
    /** The id of the new tag. */
    id: z.string(),
    /** The id of its business. */
    business: z.string(),
  }),
  run({ params, tx }) {
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
  /** The level of the object with the problem, such as CAMPAIGN. */
  level: text,
  /** The number of the problem. */
  error_code: integer(),
  /** A short title of the problem. */
  error_summary: text,
  /** A description of the problem. */
  error_message: text,
  /** The kind of problem, such as HARD_ERROR. */
  error_type: text,
})

/** Sets the delivery issues of a campaign. With any issue its effective status is WITH_ISSUES. */
export const setCampaignIssues = action({
  chapter: 'Resources and their fields › Campaign',
  params: z.object({
    campaign: nodeId,
    /** The problems from now on; none if the list is empty. */
    issues: list(issue),
  }),
  run({ params, tx }) {
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
  params: z.object({
    campaign: nodeId,
    /** Whether the campaign is in process. */
    processing: defaulted(boolean, true),
  }),
  run({ params, tx }) {
    tx.patch('campaigns', params.campaign, { processing: params.processing })
    return { success: true }
  },
})

/** Sets the rank of a post among the published posts of its year (LIM-001). */
export const rankPost = action({
  chapter: 'Limits',
  params: z.object({
    post: nodeId,
    /**
     * The rank, 0 if it was never set. If a year has more published posts than the feed returns, those with
     * the highest rank are returned.
     */
    rank: integer(),
  }),
  run({ params, tx }) {
    tx.patch('posts', params.post, { rank: params.rank })
    return { success: true }
  },
})
