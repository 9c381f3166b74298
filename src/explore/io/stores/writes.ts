import { die } from '../../run/death.ts'
import { countUp } from '../../run/points.ts'
import type { Scope } from '../../run/run.ts'
import { enter } from '../../run/slots.ts'
import { act, marksAt, trace } from '../../run/trace.ts'
import { isPreparation, type WriteKind, writeFaults } from '../../run/write-kinds.ts'
import type { WriteFaults } from '../durable/part.ts'

/** A write whose process lives: the fault that happens to it, if one does, and how to end it. */
interface BegunWrite {
  readonly fault: 'conflict' | 'disconnect' | undefined
  readonly end: (line: string) => void
}

/**
 * Comes to the place of a write, where the process may die before or after it. Returns undefined if the
 * process died before it, or in the middle of it, after `faults.torn` performed a part.
 */
export function beginWrite(
  { run, invocation }: Scope,
  kind: WriteKind,
  faults: WriteFaults<unknown> = {},
): BegunWrite | undefined {
  enter(run, invocation)
  const at = `${invocation.id}/${kind}/${countUp(invocation, kind)}`
  const own = writeFaults.filter((name) => faults[name])
  run.sites.push({ at, kind: 'store', operation: '', reads: false, faults: own })
  const marks = marksAt(run, at)
  const harmed = (name: string) =>
    marks.find(({ harm }) => harm.do === name && (name.startsWith('dies') || own.some((one) => one === name)))
  const before = harmed('dies before') ?? harmed('torn')
  if (before) {
    act(run, before, invocation)
    if (before.harm.do === 'torn') faults.torn?.()
    die(run)
    return undefined
  }
  const fault = harmed('conflict') ?? harmed('disconnect')
  return {
    fault: fault && (fault.harm.do === 'conflict' ? 'conflict' : 'disconnect'),
    end(line) {
      if (fault?.harm.do !== 'conflict') invocation.effective ||= !isPreparation(kind, line)
      trace(run, `${at} ${line}`)
      if (fault) act(run, fault, invocation)
      const after = harmed('dies after')
      if (!after) return
      act(run, after, invocation)
      die(run)
    },
  }
}

/** Performs a write of the store at its own place. */
export function writeAt(scope: Scope, write: () => void, line: string): void {
  const begun = beginWrite(scope, 'store')
  if (!begun) return
  write()
  begun.end(line)
}
