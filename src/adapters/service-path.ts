import { registry } from '../areas/registry.ts'
import { bounds } from '../graph/contract/bounds.ts'
import { readTarget } from '../wire/form-target.ts'
import { versionedPath } from '../wire/request.ts'

/** The segments of a service URL without the version; undefined if the URL cannot be read. */
function pathOf(url: string): readonly string[] | undefined {
  const target = readTarget(url, bounds.urlCharactersMax)
  return target.ok ? versionedPath(target.value.segments).path : undefined
}

const writingEndpoints = [...registry.routes.byPath.values()].filter(
  ({ method, endpoint }) => method === 'GET' && endpoint.access.writes,
)

/** Whether a GET of this URL changes the world: some endpoints create a token or a code. */
export function writesByGet(url: string): boolean {
  const path = pathOf(url)
  return writingEndpoints.some(({ edge, placeholder }) => {
    const rest = placeholder === '' ? path : path?.slice(1)
    return rest?.join('/') === edge
  })
}

const loginPages = ['oauth/authorize', 'dialog/oauth']

/** Whether a URL leads to a login page, with or without a version before it. */
export const isLoginPage = (url: string): boolean => loginPages.includes(pathOf(url)?.join('/') ?? '')
