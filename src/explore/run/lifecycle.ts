import { otherCopyText } from '../../world/handles.ts'

/** Names a member of options that begins and ends with an exploration. It stays when options are copied. */
export const lifecycle = Symbol('lifecycle')

/** Names a member of options that loads more packages afresh. It stays when options are copied. */
export const loadAfresh = Symbol('loadAfresh')

/** Names the packages in options that each process loads afresh. They stay when options are copied. */
export const freshPackages = Symbol('freshPackages')

/** Names the folder of the program in options. It stays when options are copied. */
export const programFolder = Symbol('programFolder')

/** Names the versions of the program in options, in words. It stays when options are copied. */
export const programVersions = Symbol('programVersions')

/** Names the copy of this package that made options. Every copy has the same symbol. */
export const madeBy = Symbol.for('fauxgraph: made by')

/** Stands for this copy of the package: `import` and `require` load one each. */
export const thisCopy: object = {}

/** Ends it, and returns what the code under test replaced of the objects that all code shares. */
type EndOfLife = () => Promise<readonly string[]>

/** Options that need something for the time of an exploration, such as a loader of modules. */
export interface WithLifecycle {
  /** Begins it, and returns how to end it. */
  readonly [lifecycle]?: () => Promise<EndOfLife>
  /** Loads these packages afresh too, from the next run on. */
  readonly [loadAfresh]?: (packages: readonly string[]) => Promise<void>
  readonly [freshPackages]?: readonly string[]
  readonly [programFolder]?: string
  readonly [programVersions]?: readonly string[]
  readonly [madeBy]?: object
}

/** Begins what the options need. Returns how to end it. */
export async function beginLife(options: object): Promise<EndOfLife> {
  return (await (options as WithLifecycle)[lifecycle]?.()) ?? (async () => [])
}

/** Throws a TypeError if another copy of this package made the options: its programs start in no run. */
export function checkCopy(options: object): void {
  const { [madeBy]: copy = thisCopy } = options as WithLifecycle
  if (copy === thisCopy) return
  throw new TypeError(`explore: ${otherCopyText('these options')}`)
}

/** The folder of the program; the working directory if the options name no program. */
export const folderOf = (options: object): string =>
  (options as WithLifecycle)[programFolder] ?? process.cwd()

/** The versions of the code under test, in words. A factory has one. */
export const versionsOf = (options: object): readonly string[] =>
  (options as WithLifecycle)[programVersions] ?? ['the code under test']
