import {
  action,
  defaulted,
  filledText,
  nodeId,
  service,
  successResult,
  text,
  z,
} from '../../src/service/area/index.ts'
import { change, makeStale, open } from './rules.ts'
import { issues, projects } from './tables.ts'

/** A person opens an issue in the browser. */
export const reportIssue = action({
  params: z.object({ project: nodeId, user: nodeId, title: filledText, text: defaulted(text, '') }),
  result: z.object({ id: z.string(), number: z.number() }),
  run(context) {
    const { params, tx, refuse } = context
    const project = tx.find(projects, params.project)
    if (!project) return refuse(`Param project must be the id of a project, got ${params.project}`)
    if (!tx.find(service.users, params.user))
      return refuse(`Param user must be the id of a user, got ${params.user}`)
    const issue = open(context, project, { ...params, labels: [], author: params.user })
    return { id: String(issue.id), number: issue.number }
  },
})

/** A person, or the clock, closes an issue. */
export const closeIssue = action({
  params: z.object({ issue: nodeId }),
  result: successResult,
  run(context) {
    const issue = context.tx.find(issues, context.params.issue)
    if (issue?.state !== 'open') return context.refuse('Param issue must be the id of an open issue')
    change(context, issue, { state: 'closed' })
    return { success: true }
  },
})

/** Marks an issue that nobody touched for a month. A week later it is closed. */
export const markStale = action({
  params: z.object({ issue: nodeId }),
  result: successResult,
  run(context) {
    const issue = context.tx.find(issues, context.params.issue)
    if (issue?.state !== 'open') return context.refuse('Param issue must be the id of an open issue')
    makeStale(context, issue)
    return { success: true }
  },
})
