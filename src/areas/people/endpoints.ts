import { z } from 'zod'
import { type Access, missingPermissions, pageAccess } from '../../graph/access/access.ts'
import { ownAccess } from '../../graph/access/ownership.ts'
import { isSelf } from '../../graph/caller/caller.ts'
import { endpoint } from '../../graph/define.ts'
import { unsupportedError } from '../../graph/pipeline.ts'
import { unknownFieldError } from '../../graph/views/fields.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { pageTasks } from './records.ts'
import { managedPageView, meView, pageView, userView } from './user-view.ts'

const chapter = 'Endpoints › Reference endpoints'

/** Reading a person: himself with user_profile; of others everybody sees who they are (SIL-182, SIL-183). */
const readsPerson: Access = {
  ...ownAccess('user_profile'),
  errorOf({ caller }, _account, node) {
    const self = caller.user !== undefined && isSelf(caller, node?.id ?? caller.user.id)
    return self ? missingPermissions(caller, ['user_profile']) : undefined
  },
}
/** Reads the current user: the person of a user token, or the page of a page token, as its id and name. */
export const me = endpoint({
  route: 'GET /me',
  chapter,
  access: readsPerson,
  errors: [100, 200],
  params: z.object({}),
  view: meView,
  result: recordSchema(meView),
  run({ caller: { kind, page, user }, policy, asks, show, refuseFor }) {
    if (kind !== 'page') return user ? show(meView, user) : refuseFor(unsupportedError('GET', ['me']))
    if (!page) return refuseFor(unsupportedError('GET', ['me']))
    const strange = Object.keys(meView.fields).find(
      (name) => asks(name) && !Object.hasOwn(pageView.fields, name),
    )
    if (strange !== undefined && policy.unknownFields === 'refuse')
      return refuseFor(unknownFieldError(strange, pageView.name))
    return show(pageView, page)
  },
})

/** Reads a person. Of another person than the token's only the id and the name are shown. */
export const readUser = endpoint({
  route: 'GET /{user}',
  chapter,
  access: readsPerson,
  errors: [],
  params: z.object({}),
  view: userView,
  result: recordSchema(userView),
  run: ({ user, show }) => show(userView, user),
})

/** Reads a page. */
export const readPage = endpoint({
  route: 'GET /{page}',
  chapter,
  access: pageAccess({ tasks: pageTasks, permissions: ['pages_read_engagement'], publicContent: true }),
  errors: [],
  params: z.object({}),
  view: pageView,
  result: recordSchema(pageView),
  run: ({ page, show }) => show(pageView, page),
})

/** Lists the pages on which a person has a task, each with a token of it that speaks for the page. */
export const listManagedPages = endpoint({
  route: 'GET /{user}/accounts',
  chapter: 'Authentication',
  access: ownAccess(),
  errors: [],
  params: z.object(pagingParams),
  view: managedPageView,
  result: listOf(recordSchema(managedPageView)),
  run: ({ user, pageOf }) =>
    pageOf({ table: 'pageRoles', edge: 'byUser', owner: [user.id] }, managedPageView),
})
