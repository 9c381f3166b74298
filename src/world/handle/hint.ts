import { type Advice, adviceText } from '../../graph/advice.ts'
import { machineTime } from './machine-time.ts'

/** Returns the hint about a call to a program of this machine; undefined if there is none. */
export const hintOf = (advice: Advice | undefined): string | undefined =>
  advice && adviceText(advice, advice.farTimes && machineTime())
