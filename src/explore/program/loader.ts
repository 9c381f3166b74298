/** Loads the modules of a program. */
export interface Loader {
  /**
   * Evaluates the program and its modules anew, for one of the processes that run side by side: the first if
   * left out. Returns its exports, whose type only its owner knows.
   */
  load<Exports>(process?: number): Promise<Exports>
  /** Frees the loader. */
  close(): Promise<void>
}

/** The file of a program, and how it is loaded. */
export interface LoaderOptions {
  readonly file: string
  readonly root: string
  /** Packages that each process loads again. */
  readonly fresh: readonly string[]
}
