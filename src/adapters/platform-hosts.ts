/** The hosts at which the live service is reached: those of the graph, of videos, and of web pages. */
export const platformHosts: readonly string[] = [
  'graph.facebook.com',
  'graph-video.facebook.com',
  'graph.beta.facebook.com',
  'graph-video.beta.facebook.com',
  'www.facebook.com',
  'www.beta.facebook.com',
]

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*$/i

/** Returns the hosts of the platform and further host names. Throws a TypeError that names an invalid one. */
export function platformHostsAnd(names: readonly string[], option: string): readonly string[] {
  const invalid = names.find((name) => !HOST_NAME.test(name))
  if (invalid !== undefined)
    throw new TypeError(`${option} must be a host name without port, such as graph.test, got ${invalid}`)
  return [...new Set([...platformHosts, ...names.map((name) => name.toLowerCase())])]
}
