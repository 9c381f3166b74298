import { readFileSync } from 'node:fs'
import { groupDigits } from '../../../engine/values/number-text.ts'
import { type ReadRecording, type RecordedExchange, recordingBounds } from '../../../live/compare/exchange.ts'
import { readTraffic } from '../../../live/compare/read-recording.ts'
import { compareRecording, newDifferences } from '../../../live/compare/report.ts'
import { reportText } from '../../../live/compare/report-text.ts'
import { leftOutText } from '../../../live/compare/select.ts'
import { type PolicyName, presets } from '../../../service/policy.ts'
import { readText, sizeOf } from '../../runners/read-text.ts'
import { loadAreas } from '../parts/load-areas.ts'
import { policyWith } from '../parts/policy-settings.ts'
import type { Shell } from '../parts/shell.ts'
import { writeWhole } from '../parts/write-whole.ts'

/** The options of `fauxgraph compare` as texts. */
export interface CompareFlags {
  readonly policy: PolicyName
  readonly set?: readonly string[]
  readonly report?: string
  readonly allow?: string
  /** The modules of areas. */
  readonly area?: readonly string[]
}

/** Reads a file of a recording. Throws a TypeError if it cannot be read, or is too large. */
function bytesOf(path: string): Uint8Array {
  const size = sizeOf(path, 'a recording')
  const { bytesMax } = recordingBounds
  if (size > bytesMax)
    throw new TypeError(
      `${path} has ${groupDigits(size)} bytes: a recording has at most ${groupDigits(bytesMax)}`,
    )
  try {
    return readFileSync(path)
  } catch {
    throw new TypeError(`${path} cannot be read: expected the path of a recording`)
  }
}

/** Reads a recording. Throws a TypeError that names the file if it is none. */
export const recordingIn = (path: string): ReadRecording => readTraffic(bytesOf(path), path)

/** Reads files as one recording, and prints what of each was left out. */
export function exchangesIn(files: readonly string[], shell: Shell): readonly RecordedExchange[] {
  return files.flatMap((path) => {
    const { exchanges, leftOut } = recordingIn(path)
    const said = leftOutText(leftOut)
    if (said !== undefined) shell.err(`${path}: ${said}\n`)
    return exchanges
  })
}

function allowListIn(path: string): unknown {
  try {
    return JSON.parse(readText(path, 'a report of fauxgraph compare'))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new TypeError(`${path} is not JSON: expected a report of fauxgraph compare`)
    throw error
  }
}

/**
 * Compares recordings with the simulator, and prints the differences. All files are one recording, in their
 * order. Returns the exit code: 1 if a difference is new.
 */
export async function runCompare(
  files: readonly string[],
  flags: CompareFlags,
  shell: Shell,
): Promise<number> {
  const areas = await loadAreas(flags.area)
  const exchanges = exchangesIn(files, shell)
  const report = compareRecording(exchanges, {
    policy: policyWith(presets[flags.policy], flags.set),
    areas,
    ...(flags.allow !== undefined && { allow: allowListIn(flags.allow) }),
  })
  if (flags.report !== undefined) writeWhole(flags.report, `${JSON.stringify(report, null, 2)}\n`)
  shell.out(`${reportText(report)}\n`)
  return newDifferences(report).length > 0 ? 1 : 0
}
