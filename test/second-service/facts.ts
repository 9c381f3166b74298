import { fact, service } from '../../src/service/area/index.ts'
import { closeIssue, reportIssue } from './actions.ts'
import { issues, projects } from './tables.ts'

/** Somebody reports an issue of the first project. */
export const issueReported = fact({
  text: 'somebody reports an issue',
  action: reportIssue,
  makes: issues,
  noun: 'issue',
  params({ name, target }) {
    const project = target(projects)
    const user = target(service.users)
    return project && user && { project: String(project.id), user: String(user.id), title: name }
  },
})

/** The person who reported an issue closes it. */
export const issueClosed = fact({
  text: 'the newest issue is closed',
  action: closeIssue,
  changes: issues,
  params: ({ row }) => ({ issue: String(row.id) }),
})
