/** A version of the service as a path segment: `v<major>.<minor>` (VER-001, VER-002). */
export type Version = `v${number}.${number}`

const minorVersions = (major: number, from: number, to: number): Version[] =>
  Array.from({ length: to - from + 1 }, (_, step): Version => `v${major}.${from + step}`)

/** All versions of the service, oldest first (VER-014; SIL-030). */
export const knownVersions: readonly Version[] = [
  ...minorVersions(2, 0, 12),
  ...minorVersions(3, 0, 3),
  ...Array.from({ length: 23 }, (_, step): Version => `v${4 + step}.0`),
]

/** The default version of calls without a version segment (VER-003; SIL-032). */
export const newestVersion: Version = 'v26.0'

/** The changes of the contract, each with the version that introduced it. */
const changes = {
  /** Threat indicators have only indicator, type and id by default (VER-004, VER-005, VER-006). */
  indicatorFieldsOnRequest: 'v2.4',
  /** `effective_status` may be IN_PROCESS (VER-007). */
  effectiveStatusInProcess: 'v4.0',
  /** `special_ad_categories` replaces `special_ad_category` (VER-008, VER-009). */
  specialAdCategoriesRequired: 'v7.0',
} as const satisfies Record<string, Version>

const rankOf = (version: string): number => {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  return major * 1000 + minor
}

const ranks = new Map<string, number>(knownVersions.map((version) => [version, rankOf(version)]))

/** Compares two versions by their numbers, so that v2.10 is later than v2.4. All comparisons use it. */
export const compareVersions = (a: string, b: string): number =>
  (ranks.get(a) ?? rankOf(a)) - (ranks.get(b) ?? rankOf(b))

/** Whether a version has a change. */
export const since = (change: keyof typeof changes, version: string): boolean =>
  compareVersions(version, changes[change]) >= 0
