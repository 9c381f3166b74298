import { basename } from 'node:path'
import { type ImportedScenario, importRecording } from '../../../live/compare/import.ts'
import { type PolicyName, presets } from '../../../service/policy.ts'
import { loadAreas } from '../parts/load-areas.ts'
import { policyWith } from '../parts/policy-settings.ts'
import type { Shell } from '../parts/shell.ts'
import { statOfTarget, writeWhole } from '../parts/write-whole.ts'
import { exchangesIn } from './compare.ts'

/** The options of `fauxgraph import` as texts. */
export interface ImportFlags {
  readonly policy: PolicyName
  readonly set?: readonly string[]
  readonly out?: string
  readonly force?: true
  /** The modules of areas. */
  readonly area?: readonly string[]
}

function summaryOf({ calls, differing, lacking }: ImportedScenario): string {
  const lines = [
    `${calls} ${calls === 1 ? 'call' : 'calls'}`,
    ...(differing === 0
      ? []
      : [
          `${differing} of them got another answer from the service, which their steps do not expect: ` +
            'fauxgraph compare says why',
        ]),
    ...lacking.map(({ id, reason }) => `The facts of ${id} were not made: ${reason}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Throws a TypeError if a file would be lost: a scenario is often edited after its import. */
function checkTarget({ out, force }: ImportFlags): void {
  if (out === undefined || force) return
  if (statOfTarget(out)?.isFile())
    throw new TypeError(`${out} exists: add --force to replace it, or write to another file`)
}

/**
 * Writes recordings as a scenario that plays their calls. All files are one recording, in their order. Throws
 * a TypeError or a RangeError if one is no recording, or no scenario can hold it; nothing is written then.
 */
export async function runImport(files: readonly string[], flags: ImportFlags, shell: Shell): Promise<void> {
  checkTarget(flags)
  const areas = await loadAreas(flags.area)
  const exchanges = exchangesIn(files, shell)
  const imported = importRecording(exchanges, {
    title: `The calls of ${files.map((path) => basename(path)).join(' and ')}`,
    policy: policyWith(presets[flags.policy], flags.set),
    areas,
  })
  const { text } = imported.scenario
  if (flags.out === undefined) shell.out(text)
  else writeWhole(flags.out, text)
  shell.err(summaryOf(imported))
}
