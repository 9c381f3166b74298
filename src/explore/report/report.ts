import { recognizeCopies } from '../../engine/store/recognize-copies.ts'
import type { Trace } from '../../world/history/trace-schema.ts'
import type { Story } from '../search/story/story.ts'

/** The number of answers of each operation by their kind: `ok`, an error code, or `lost`. */
export type ExploreCoverage = Readonly<Record<string, Readonly<Record<string, number>>>>

/** A failure that an exploration found, with the smallest story that shows it. */
export interface ExploreFailure {
  /** The rule that was broken, such as `baseline`, `lost`, `hot loop` or `invariant`. */
  readonly oracle: string
  /** Failures of equal kind have the same cause, as far as can be told. */
  readonly kind: string
  readonly title: string
  /** The number of the run that found it, from 1. */
  readonly run: number
  /** The steps and marks of the story. */
  readonly parts: number
  /** The runs that shrinking took. */
  readonly shrinkRuns: number
  readonly story: Story
  /** The failure and its story, as text for people. */
  readonly text: string
  /** The path of the saved story. */
  readonly saved?: string
  /** The path of its page, which shows the run in a browser, beside the baseline run. */
  readonly page?: string
  /** Returns the run of the story as a trace, beside the baseline run, as `tracePage` takes it. */
  trace(): Trace
}

/** The result of an exploration. */
export interface ExploreReport {
  readonly ok: boolean
  readonly failures: readonly ExploreFailure[]
  /** The number of runs, without those of shrinking and replay. */
  readonly runs: number
  readonly coverage: ExploreCoverage
  /** Whether each condition was true in at least one run; those of the options count for `ok`. */
  readonly sometimes: Readonly<Record<string, boolean>>
  /** Runs that waited for something outside the world: they count neither as passed nor as failed. */
  readonly leftWorld: number
  /** The kinds of `hostile` that were off and could happen, such as `down`: nothing is said about them. */
  readonly notTried: readonly string[]
  /**
   * Each part of the systematic order, with the number of its stories that were played. Only explorations of
   * commands have it.
   */
  readonly tried?: readonly string[]
  /** The first difference between two runs of one story, if there was one. */
  readonly nondeterminism?: string
  readonly warnings: readonly string[]
  /** Throws an error whose message shows every failure; returns if there is none. */
  throwIfFailed(): void
}

/** The error of `throwIfFailed`. */
export class ExploreError extends Error {
  override readonly name = 'ExploreError'
  readonly report: ExploreReport

  constructor(message: string, report: ExploreReport) {
    super(message)
    this.report = report
  }
}

recognizeCopies(ExploreError, 'ExploreError')

/** The other lines of a report: nondeterminism, declared conditions that were never true, and warnings. */
export function notesOf(report: ExploreReport, declared: readonly string[]): string[] {
  const never = declared
    .filter((name) => !report.sometimes[name])
    .map((name) => `never in ${report.runs} runs: ${name}`)
  const uncertain =
    report.nondeterminism === undefined ? [] : [`two runs of one story differ: ${report.nondeterminism}`]
  return [...uncertain, ...never, ...report.warnings]
}

/** The message of `throwIfFailed`. */
export const failureText = (report: ExploreReport, declared: readonly string[]): string =>
  [...report.failures.map(({ text }) => text), ...notesOf(report, declared)].join('\n\n')
