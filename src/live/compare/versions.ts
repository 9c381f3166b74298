import type { Json } from '../../engine/values/guard.ts'
import { compareVersions } from '../../service/contract/versions.ts'
import { type Policy, servesVersion } from '../../service/policy.ts'
import type { GraphRequest } from '../../world/handle/request.ts'
import type { World } from '../../world/world.ts'
import { jsonMembers } from './exchange.ts'

/** Calls that were recorded at a version which the world does not serve, and played at another one. */
export interface PlayedAt {
  readonly recorded: string
  readonly played: string
  readonly calls: number
}

/** The code of an ads call at a version that is not served any more. */
const RETIRED = 2635

const codeOf = (answer: Json | undefined): unknown => jsonMembers(jsonMembers(answer)['error'])['code']

/** Returns the served version that is next to one which is not served. */
function nearestServed({ versions, defaultVersion }: Policy, version: string): string {
  const [oldest = defaultVersion] = versions
  return compareVersions(version, oldest) < 0 ? oldest : (versions.at(-1) ?? defaultVersion)
}

/** Returns the oldest version of ads calls that is served. */
const oldestOfAds = ({ versions, adsMinVersion, defaultVersion }: Policy): string =>
  versions.find((served) => compareVersions(served, adsMinVersion) >= 0) ?? defaultVersion

/**
 * Returns the version at which a recorded call is played: its own, or one that the world serves. A recording
 * is as old as its versions, and the live service has answered them. A call whose recorded answer refuses the
 * version is played as it is.
 *
 * @param requestAt Makes the request of the call at a version.
 */
export function playedVersion(
  world: World,
  { version, answer }: { readonly version: string | undefined; readonly answer: Json | undefined },
  requestAt: (version: string) => GraphRequest,
): string | undefined {
  const { policy } = world
  if (version === undefined) return undefined
  const isServed = servesVersion(policy, version)
  if ((isServed && compareVersions(version, policy.adsMinVersion) >= 0) || codeOf(answer) === RETIRED)
    return version
  const refused = codeOf(answer) !== undefined
  const own = isServed || refused ? version : nearestServed(policy, version)
  // Only the world knows which calls are ads calls. It answers in a copy of itself.
  return world.why(requestAt(own)).error?.code === RETIRED ? oldestOfAds(policy) : own
}

/** Counts the calls that are played at another version. */
export function countPlayedAt(counts: Map<string, PlayedAt>, recorded: string, played: string): void {
  const key = `${recorded} ${played}`
  counts.set(key, { recorded, played, calls: (counts.get(key)?.calls ?? 0) + 1 })
}
