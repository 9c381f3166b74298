import { area } from '../../src/service/area/index.ts'
import { closeIssue, markStale, reportIssue } from './actions.ts'
import * as endpoints from './endpoints.ts'
import { issueClosed, issueReported } from './facts.ts'
import { changed, commented, comments, hooks, issues, opened, projects } from './tables.ts'

/** An issue tracker: a service that has nothing to do with the social graph. */
export const tracker = area('tracker', {
  version: 1,
  tables: { projects, issues, comments, hooks },
  endpoints: { ...endpoints },
  actions: { reportIssue, closeIssue, markStale },
  events: { opened, changed, commented },
  facts: { issueReported, issueClosed },
})
