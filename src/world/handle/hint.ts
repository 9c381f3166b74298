import { adviceText } from '../../service/advice.ts'
import type { Advice } from '../../service/call-advice.ts'
import { machineTime } from './machine-time.ts'

/** Returns the hint about a call to a program of this machine; undefined if there is none. */
export const hintOf = (advice: Advice | undefined): string | undefined =>
  advice && adviceText(advice, advice.farTimes && machineTime())

/** Returns a hint without the reasons of the refusal, with which it begins; empty if it says no more. */
export const hintBeyond = (hint: string, because: readonly unknown[]): string =>
  hint.replace(because.join('; '), '').replace(/^; /, '')
