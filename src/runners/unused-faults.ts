import type { World } from '../world/world.ts'
import { shortJson } from './names.ts'

/** The fault rules that matched nothing, with what they may have meant: their faults did not happen. */
export function unusedFaultsText({ faults }: World): string {
  const lines = faults.unused().map(({ rule: { id, rule }, nearest }) => {
    const thing = rule.fault.kind === 'notice' ? 'notices' : 'calls'
    return `  ${id} ${shortJson(rule)} matched 0 ${thing}${nearestText(rule.match.operation, nearest)}`
  })
  return lines.length > 0 ? `Fault rules that did nothing:\n${lines.join('\n')}` : ''
}

function nearestText(wanted: string | undefined, nearest: string | undefined): string {
  if (nearest === undefined) return ''
  return nearest === wanted
    ? ` (${nearest} was called: the fault does not fit its calls, or another member of match differs)`
    : ` (nearest operation: ${nearest})`
}
