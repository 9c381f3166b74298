import { z } from '../../engine/schema/zod.ts'
import { heldTasks, missingPermissions, pageAccess } from '../../service/access/access.ts'
import { alsoWith } from '../../service/access/live-access.ts'
import { ownAccess } from '../../service/access/ownership.ts'
import { isSelf } from '../../service/caller/caller.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { isFailure } from '../../service/contract/errors.ts'
import { unsupportedError } from '../../service/missing.ts'
import { endpoint } from '../../service/routes/define.ts'
import { listWithSummary, pagingParams } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { recordResult } from '../../service/views/results.ts'
import { unknownFieldError } from '../../service/views/selection.ts'
import { summaryParam } from '../../service/views/summary.ts'
import { pageTasks } from './records.ts'
import { managedPageView, meView, pageView, userView } from './views.ts'

const chapter = 'Endpoints › Reference endpoints'

/**
 * Reading a person. Reading oneself requires user_profile, or public_profile of the live service; the id and
 * name of other people require nothing (SIL-182, SIL-183, SIL-190).
 */
const readsPerson = alsoWith(
  {
    ...ownAccess('user_profile'),
    errorOf({ caller }, _account, node) {
      const readsSelf = caller.user !== undefined && isSelf(caller, node?.id ?? caller.user.id)
      return readsSelf ? missingPermissions(caller, ['user_profile']) : undefined
    },
  },
  'public_profile',
)

/** The fields of a page that a token with pages_show_list reads, if it lacks pages_read_engagement. */
const listedFields = ['id', 'name', 'access_token', 'category', 'category_list', 'picture']

/** Reads the current user: the person of a user token, or the id and name of the page of a page token. */
export const me = endpoint({
  route: 'GET /me', // USR-025
  chapter,
  access: readsPerson,
  errors: [100, 200],
  view: meView,
  viewFor: ({ caller, policy }) => (caller.kind === 'page' && servesBeyond(policy) ? pageView : undefined),
  result: recordSchema(meView),
  run({ caller: { kind, page, user }, policy, asks, show, refuseFor }) {
    // SIL-062
    if (kind !== 'page') return user ? show(meView, user) : refuseFor(unsupportedError('GET', ['me']))
    if (!page) return refuseFor(unsupportedError('GET', ['me']))
    const unknown = Object.keys(meView.fields).find(
      (name) => asks(name) && !Object.hasOwn(pageView.fields, name),
    )
    if (unknown !== undefined && policy.unknownFields === 'refuse')
      return refuseFor(unknownFieldError(unknown, pageView.name))
    return show(pageView, page)
  },
})

/** Reads a person. Only the token's own person sees more than the id and the name. */
export const readUser = endpoint({
  route: 'GET /{user}', // USR-026
  chapter,
  access: readsPerson,
  view: userView,
  // The live service answers the name here too.
  viewFor: ({ policy }) => (servesBeyond(policy) ? meView : undefined),
  result: recordSchema(userView),
  run: ({ user, policy, show }) => show(servesBeyond(policy) ? meView : userView, user),
})

/** Reads a page. */
export const readPage = endpoint({
  route: 'GET /{page}',
  chapter,
  access: alsoWith(
    pageAccess({ tasks: pageTasks, permissions: ['pages_read_engagement'], publicContent: true }),
    'pages_show_list',
  ),
  ...recordResult(pageView),
  run(context) {
    const { page, caller, asks, show, refuseFor } = context
    const record = show(pageView, page)
    const lacks = missingPermissions(caller, ['pages_read_engagement'])
    if (!lacks || heldTasks(context, page.id).length === 0) return record
    const isListed = ([name]: [string, unknown]) => listedFields.includes(name)
    return Object.keys(pageView.fields).some((name) => asks(name) && !listedFields.includes(name))
      ? refuseFor(lacks)
      : { ...Object.fromEntries(Object.entries(record).filter(isListed)), id: record.id }
  },
})

/**
 * Lists the pages on which a person has a task, each with a page token. Requires their user token. `summary`
 * has an effect only in a world with the policy `beyond: 'serve'`.
 */
export const listManagedPages = endpoint({
  route: 'GET /{user}/accounts', // AUT-026, SIL-045
  chapter: 'Authentication',
  access: ownAccess(),
  params: z.object({
    ...pagingParams,
    /** `true` or `total_count` adds the number of all these pages. */
    summary: summaryParam.optional(),
  }),
  beyondParams: ['summary'],
  view: managedPageView,
  result: listWithSummary(
    recordSchema(managedPageView),
    z.object({
      /** The number of all pages on which the person has a task. */
      total_count: z.int(),
    }),
  ),
  run({ user, params, policy, tx, pageOf }) {
    const page = pageOf({ table: 'pageRoles', edge: 'byUser', owner: [user.id] }, managedPageView)
    if (isFailure(page) || !params.summary || !servesBeyond(policy)) return page
    return { ...page, summary: { total_count: tx.count('pageRoles', 'byUser', [user.id]) } }
  },
})
