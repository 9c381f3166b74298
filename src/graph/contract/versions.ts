/** A version of the service, as a path segment spells it. */
export type Version = `v${number}.${number}`

const run = (major: number, from: number, to: number): Version[] =>
  Array.from({ length: to - from + 1 }, (_, step): Version => `v${major}.${from + step}`)

/** Every version that this service knows, oldest first (chapter Versioning; SIL-030). */
export const knownVersions: readonly Version[] = [
  ...run(2, 0, 12),
  ...run(3, 0, 3),
  ...Array.from({ length: 23 }, (_, step): Version => `v${4 + step}.0`),
]

/** The version of calls whose path names none, unless the world says otherwise. */
export const newestVersion: Version = 'v26.0'

/** What changed with a version. Rules ask `since`; nothing else compares version numbers. */
export const changes = {
  indicatorFieldsOnRequest: {
    since: 'v2.4',
    what: 'Threat indicators carry indicator, type and id by default.',
  },
  effectiveStatusInProcess: { since: 'v4.0', what: 'effective_status may be IN_PROCESS.' },
  specialAdCategoriesRequired: { since: 'v7.0', what: 'special_ad_categories replaces special_ad_category.' },
} as const satisfies Record<string, { since: Version; what: string }>

/** Something that changed with a version. */
export type Change = keyof typeof changes

const rankOf = (version: string): number => {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  return major * 1000 + minor
}

/** Compares two versions by their numbers: v2.10 is later than v2.4. */
export const compareVersions = (a: string, b: string): number => rankOf(a) - rankOf(b)

/** Whether a change is in force for a call of this version. */
export const since = (change: Change, version: string): boolean =>
  compareVersions(version, changes[change].since) >= 0
