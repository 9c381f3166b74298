const [MAJOR, MINOR] = [20, 19]

/** Returns the problem of a version of Node; undefined if fauxgraph runs on it. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined
  return `fauxgraph needs Node ${MAJOR}.${MINOR} or later, and this is Node ${version}`
}
