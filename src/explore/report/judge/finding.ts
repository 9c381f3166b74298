/** A rule that a run breaks, in words. */
export interface Finding {
  /** The rule that the run breaks. */
  readonly oracle: string
  /** Findings of equal kind have the same cause, as far as can be told. */
  readonly kind: string
  readonly title: string
  /** The mirror that a comparison with the baseline run found to differ. */
  readonly mirror?: string
  /** The file and line that threw, if something did. */
  readonly place?: string
  readonly details: readonly string[]
}
