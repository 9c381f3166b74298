const loopback = ['localhost', '127.0.0.1', '::1']

/** A kind of server that URLs name. */
export interface ServerKind {
  /** The function of the configuration, for messages. */
  readonly name: string
  readonly protocol: RegExp
  readonly port: string
  readonly example: string
}

/** The addresses at which a program reaches the server of a URL. Throws a TypeError if it names none. */
export function addressesOf(
  url: string,
  { name, protocol, port: usual, example }: ServerKind,
): [string, ...string[]] {
  let parsed: URL | undefined
  try {
    parsed = new URL(url)
  } catch {
    // Refused below.
  }
  if (!parsed || !protocol.test(parsed.protocol) || parsed.hostname === '')
    throw new TypeError(`${name}: expected a URL such as ${example}, got ${JSON.stringify(url)}`)
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  const port = parsed.port || usual
  const others = loopback.includes(host) ? loopback.filter((other) => other !== host) : []
  return [`${host}:${port}`, ...others.map((other) => `${other}:${port}`)]
}
