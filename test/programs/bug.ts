/** A mistake that somebody could make in a program: one text of one file is another. */
export interface Bug {
  /** The mistake, in plain words. */
  readonly name: string
  /** The path of the file within the program. */
  readonly file: string
  /** A text that stands in the file exactly once. */
  readonly from: string
  readonly to: string
  /** What the report of the failure must say. */
  readonly finds: RegExp
}
