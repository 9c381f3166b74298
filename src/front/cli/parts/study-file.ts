import { resolve } from 'node:path'
import { type SeedRange, type StudyPlan, studyPlan } from '../../../simulation/study/check-study.ts'
import type { StudyOptions } from '../../../simulation/study/study-options.ts'
import { exportedBy, importChecked, loadQuietly } from './load-options.ts'

const isStudy = (value: unknown): value is StudyOptions =>
  typeof value === 'object' && value !== null && 'simulation' in value && 'measures' in value

/** Loads the study that a module exports. Throws a TypeError if it exports none, or a wrong one. */
export async function loadStudy(file: string, seeds?: SeedRange): Promise<StudyPlan> {
  const exported = exportedBy(await loadQuietly(() => importChecked(resolve(file))), 'study')
  if (!isStudy(exported))
    throw new TypeError(
      `${file} exports no study: write export default defineStudy({ … }), with defineStudy of ` +
        'fauxgraph/simulation',
    )
  return studyPlan(exported, seeds)
}
