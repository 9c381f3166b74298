import {
  defaulted,
  endpoint,
  filledText,
  integer,
  list,
  nodeId,
  oneOf,
  service,
  successResult,
  text,
  z,
} from '../../src/service/area/index.ts'
import { change, open, remove, subcodes } from './rules.ts'
import { commented, comments, hooks, issues, projects, states } from './tables.ts'
import {
  commentRecord,
  commentView,
  issueRecord,
  issueView,
  paged,
  pageOf,
  pageParams,
  projectRecord,
  projectView,
} from './views.ts'

const people = { tokens: ['user'] } as const
const members = { tokens: ['user', 'systemUser'] } as const
const newId = z.object({ id: z.string() })

export const createProject = endpoint({
  route: 'POST /{user}/projects',
  node: service.users,
  access: {
    ...people,
    check: ({ caller, node }) => (caller.user === node.id ? undefined : 'Only the user may add a project'),
  },
  params: z.object({ name: filledText, stale_days: defaulted(integer(0, 365), 30) }),
  result: newId,
  run({ node, params: { name, stale_days: staleDays }, tx, now, refuse }) {
    if (tx.first(projects, 'byName', [node.id, name]))
      return refuse(100, `There is a project ${name} already`, { subcode: subcodes.taken })
    return {
      id: String(tx.insert(projects, { owner: node.id, name, next: 1, staleDays, createdTime: now }).id),
    }
  },
})

export const listProjects = endpoint({
  route: 'GET /{user}/projects',
  node: service.users,
  params: z.object(pageParams),
  view: projectView,
  result: paged(projectRecord),
  run({ node, params, tx, show }) {
    const { range, counts } = pageOf(params, tx.count(projects, 'byOwner', [node.id]))
    const rows = tx.list(projects, 'byOwner', [node.id], range)
    return { items: rows.map((row) => show(projectView, row)), ...counts }
  },
})

export const createIssue = endpoint({
  route: 'POST /{project}/issues',
  node: projects,
  access: members,
  params: z.object({
    title: filledText,
    text: defaulted(text, ''),
    labels: defaulted(list(filledText, { split: true, maximum: 20 }), []),
  }),
  result: z.object({ id: z.string(), number: z.number(), version: z.number() }),
  run(context) {
    const { node, params, caller } = context
    const { id, number, version } = open(context, node, { ...params, author: caller.user })
    return { id: String(id), number, version }
  },
})

export const listIssues = endpoint({
  route: 'GET /{project}/issues',
  node: projects,
  params: z.object({ ...pageParams, state: oneOf(states).optional(), label: filledText.optional() }),
  view: issueView,
  result: paged(issueRecord),
  run({ node, params, tx, show, refuse }) {
    const { state, label } = params
    if (state !== undefined && label !== undefined)
      return refuse(100, 'Params state and label exclude each other')
    const [edge, owner] =
      state !== undefined
        ? (['byState', [node.id, state]] as const)
        : label !== undefined
          ? (['byLabel', [node.id, label]] as const)
          : (['byProject', [node.id]] as const)
    const { range, counts } = pageOf(params, tx.count(issues, edge, owner))
    const rows = tx.list(issues, edge, owner, { ...range, newestFirst: true })
    return { items: rows.map((row) => show(issueView, row)), ...counts }
  },
})

export const readIssue = endpoint({
  route: 'GET /{issue}',
  node: issues,
  params: z.object({}),
  view: issueView,
  result: issueRecord,
  run: ({ node, show }) => show(issueView, node),
})

/** Changes an issue, if the caller has seen its current version. */
export const updateIssue = endpoint({
  route: 'POST /{issue}',
  node: issues,
  access: members,
  params: z.object({
    version: integer(1),
    title: filledText.optional(),
    text: text.optional(),
    state: oneOf(states).optional(),
    labels: list(filledText, { split: true, maximum: 20 }).optional(),
    assignee: nodeId.optional(),
  }),
  result: z.object({ version: z.number() }),
  run(context) {
    const { node, params, tx, refuse } = context
    const { version, title, text: body, state, assignee, labels } = params
    if (version !== node.version)
      return refuse(100, `Param version must be the current version ${node.version}, got ${version}`, {
        subcode: subcodes.conflict,
      })
    if (assignee !== undefined && !tx.find(service.users, assignee))
      return refuse(100, `Param assignee must be the id of a user, got ${assignee}`)
    const after = change(context, node, {
      ...(title !== undefined && { title }),
      ...(body !== undefined && { text: body }),
      ...(state !== undefined && { state }),
      ...(labels && { labels: [...new Set(labels)].sort() }),
      ...(assignee !== undefined && { assignee }),
      stale: false,
    })
    return { version: after.version }
  },
})

export const deleteIssue = endpoint({
  route: 'DELETE /{issue}',
  node: issues,
  access: {
    ...people,
    check: ({ caller, node, tx }) =>
      tx.find(projects, node.project)?.owner === caller.user ? undefined : 'Only the owner may delete',
  },
  params: z.object({}),
  result: successResult,
  run(context) {
    remove(context, context.node)
    return { success: true }
  },
})

export const commentIssue = endpoint({
  route: 'POST /{issue}/comments',
  node: issues,
  access: members,
  params: z.object({ text: filledText }),
  result: newId,
  run({ node, params, tx, now, caller, refuse }) {
    if (node.state === 'closed')
      return refuse(100, `The issue ${node.number} is closed`, { subcode: subcodes.closed })
    const author = caller.user === undefined ? {} : { author: caller.user }
    const { id } = tx.insert(comments, { issue: node.id, ...author, text: params.text, createdTime: now })
    tx.emit(commented, { issue: String(node.id), comment: String(id) })
    return { id: String(id) }
  },
})

export const listIssueComments = endpoint({
  route: 'GET /{issue}/comments',
  node: issues,
  params: z.object(pageParams),
  view: commentView,
  result: paged(commentRecord),
  run({ node, params, tx, show }) {
    const { range, counts } = pageOf(params, tx.count(comments, 'byIssue', [node.id]))
    const rows = tx.list(comments, 'byIssue', [node.id], range)
    return { items: rows.map((row) => show(commentView, row)), ...counts }
  },
})

/** Tells the app of the token of the changes of a project. A second call changes nothing. */
export const createHook = endpoint({
  route: 'POST /{project}/hooks',
  node: projects,
  params: z.object({}),
  result: newId,
  run({ node, tx, now, caller }) {
    const known = tx.first(hooks, 'byApp', [node.id, caller.app])
    const hook = known ?? tx.insert(hooks, { project: node.id, app: caller.app, createdTime: now })
    return { id: String(hook.id) }
  },
})

export const deleteHook = endpoint({
  route: 'DELETE /{project}/hooks',
  node: projects,
  params: z.object({}),
  result: successResult,
  run({ node, tx, caller }) {
    const known = tx.first(hooks, 'byApp', [node.id, caller.app])
    if (known) tx.remove(hooks, known.id)
    return { success: known !== undefined }
  },
})
