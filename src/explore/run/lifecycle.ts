/** Names a member of options that begins and ends with an exploration. It stays when options are copied. */
export const lifecycle = Symbol('lifecycle')

/** Names the folder of the program in options. It stays when options are copied. */
export const programFolder = Symbol('programFolder')

/** Names the versions of the program in options, in words. It stays when options are copied. */
export const programVersions = Symbol('programVersions')

/** Ends it, and returns what the code under test replaced of the objects that all code shares. */
type EndOfLife = () => Promise<readonly string[]>

/** Options that need something for the time of an exploration, such as a loader of modules. */
export interface WithLifecycle {
  /** Begins it, and returns how to end it. */
  readonly [lifecycle]?: () => Promise<EndOfLife>
  readonly [programFolder]?: string
  readonly [programVersions]?: readonly string[]
}

/** Begins what the options need. Returns how to end it. */
export async function beginLife(options: object): Promise<EndOfLife> {
  return (await (options as WithLifecycle)[lifecycle]?.()) ?? (async () => [])
}

/** The folder of the program; the working directory if the options name no program. */
export const folderOf = (options: object): string =>
  (options as WithLifecycle)[programFolder] ?? process.cwd()

/** The versions of the code under test, in words. A factory has one. */
export const versionsOf = (options: object): readonly string[] =>
  (options as WithLifecycle)[programVersions] ?? ['the code under test']
