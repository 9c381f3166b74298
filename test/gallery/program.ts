import type { ExploreOptions } from '../../src/check/options.ts'

/** A program that `explore` judges: it must find the bug of a wrong one, and nothing in a right one. */
export interface GalleryProgram {
  /** What is wrong with it, in plain words; for a right program, what it does. */
  readonly name: string
  /** Bugs only: how many independent things must go wrong or coincide. */
  readonly depth?: 1 | 2 | 3
  /** Bugs only: what a user would notice. */
  readonly finds?: string
  /** Bugs only: the public bug that it is modelled on. */
  readonly source?: string
  readonly options: Omit<ExploreOptions, 'runs' | 'kinds' | 'steps' | 'seed' | 'within'>
  /** Bugs only: laws of the user, where the mirror alone cannot show the bug. */
  readonly invariants?: Pick<ExploreOptions, 'invariants' | 'eventually'>
}
