import { registry } from '../areas/registry.ts'
import { bounds } from '../graph/contract/bounds.ts'
import { lastValue } from '../graph/values/sent-params.ts'
import { bodyLimits, readForm } from '../wire/body.ts'
import { readTarget } from '../wire/form-target.ts'
import { versionedPath, writingMethod } from '../wire/request.ts'

/** The segments of a service URL without the version; undefined if the URL cannot be read. */
function pathOf(url: string): readonly string[] | undefined {
  const target = readTarget(url, bounds.urlCharactersMax)
  return target.ok ? versionedPath(target.value.segments).path : undefined
}

const writingEndpoints = [...registry.routes.byPath.values()].filter(
  ({ method, endpoint }) => method === 'GET' && endpoint.access.writes,
)

/** Whether the query of a URL names the method of a write, as `method=post` does. */
function namesWrite(url: string): boolean {
  const target = readTarget(url, bounds.urlCharactersMax)
  const query = target.ok ? readForm(target.value.query, 'query', bodyLimits) : target
  return query.ok && writingMethod(lastValue(query.value.params['method'])) !== undefined
}

/** Whether a GET of this URL changes the world: some endpoints create a token or a code. */
export function writesByGet(url: string): boolean {
  if (namesWrite(url)) return true
  const path = pathOf(url)
  return writingEndpoints.some(({ edge, placeholder }) => {
    const rest = placeholder === '' ? path : path?.slice(1)
    return rest?.join('/') === edge
  })
}

const loginPages = ['oauth/authorize', 'dialog/oauth']

/** Whether a URL leads to a login page, with or without a version before it. */
export const isLoginPage = (url: string): boolean => loginPages.includes(pathOf(url)?.join('/') ?? '')
