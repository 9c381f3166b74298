import { parseJson } from '../../../engine/values/json-text.ts'
import { isPlainObject } from '../../../engine/values/plain-object.ts'
import { bounds } from '../../../service/contract/bounds.ts'
import type { Policy } from '../../../service/policy.ts'
import { policyError } from '../../../service/policy-schema.ts'

const SETTING = /^([A-Za-z]+)(?:\.([A-Za-z0-9]+))?=(.*)$/s

/** Returns a value as JSON, or as text if it is no JSON: `--set photoUrls=registered` needs no quotes. */
function settingValue(text: string): unknown {
  const parsed = parseJson(text, { depth: bounds.jsonDepthMax, values: bounds.jsonValuesMax })
  return parsed.ok ? parsed.value : text
}

/**
 * Returns a policy with the settings of `--set`, such as `unknownFields=ignore` or `webhook.signing=none`.
 * Throws a TypeError that names the first wrong setting.
 */
export function policyWith(policy: Policy, settings: readonly string[] = []): Policy {
  let changed: Record<string, unknown> = { ...policy }
  for (const setting of settings) {
    const [, key = '', member, text = ''] = SETTING.exec(setting) ?? []
    if (key === '')
      throw new TypeError(`--set takes key=value, such as unknownFields=ignore, got ${setting.slice(0, 100)}`)
    const before = Object.hasOwn(changed, key) && isPlainObject(changed[key]) ? changed[key] : {}
    changed = {
      ...changed,
      [key]: member === undefined ? settingValue(text) : { ...before, [member]: settingValue(text) },
    }
    const error = policyError(changed)
    if (error !== undefined) throw new TypeError(`--set ${setting.slice(0, 100)}: ${error}`)
  }
  // `policyError` has checked every key.
  return changed as unknown as Policy
}
