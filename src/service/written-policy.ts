import type { Json } from '../engine/values/guard.ts'
import { contractPolicy, platformPolicy } from './policy.ts'
import { changedMembers } from './values/plain.ts'

/** A policy as a person writes it: the name of a preset, and the keys that differ from it. */
export interface WrittenPolicy {
  readonly preset: 'contract' | 'platform'
  readonly changes: { readonly [key: string]: Json }
}

/**
 * Returns a policy as the preset from which it differs in the fewest keys, and these keys. The platform
 * policy is no preset of a policy that lacks one of its keys, because it would add the key.
 */
export function writtenPolicy(policy: object): WrittenPolicy {
  const contract = changedMembers(policy, contractPolicy)
  const platform = changedMembers(policy, platformPolicy)
  const hasAll = Object.keys(platformPolicy).every((key) => Object.hasOwn(policy, key))
  return hasAll && Object.keys(platform).length < Object.keys(contract).length
    ? { preset: 'platform', changes: platform }
    : { preset: 'contract', changes: contract }
}
