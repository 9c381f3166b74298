/** The hosts at which the live service is reached: those of the graph, of videos, and of web pages. */
export const platformHosts: readonly string[] = [
  'graph.facebook.com',
  'graph-video.facebook.com',
  'graph.beta.facebook.com',
  'graph-video.beta.facebook.com',
  'www.facebook.com',
  'www.beta.facebook.com',
  // The login dialog and the keys of id tokens, as clients of OpenID Connect address them.
  'facebook.com',
  'limited.facebook.com',
]

/** The domains of the platform. It serves clients at more of their hosts than a world answers. */
const platformDomains = ['facebook.com', 'fb.com', 'instagram.com', 'threads.net']

/** Whether requests to a host would reach the live service. */
export function reachesPlatform(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return platformDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))
}

const HOST_LENGTH_MAX = 253
const LABEL_LENGTH_MAX = 63

const isHostName = (name: string): boolean =>
  name.length <= HOST_LENGTH_MAX &&
  name.split('.').every((label) => label.length <= LABEL_LENGTH_MAX && /^[a-z0-9_][a-z0-9_-]*$/i.test(label))

/** Returns the hosts of the platform and further host names. Throws a TypeError that names an invalid one. */
export function platformHostsAnd(names: readonly string[], option: string): readonly string[] {
  const invalid = names.find((name) => !isHostName(name))
  if (invalid !== undefined)
    throw new TypeError(`${option} must be a host name without port, such as graph.test, got ${invalid}`)
  return [...new Set([...platformHosts, ...names.map((name) => name.toLowerCase())])]
}
