import { inBackground } from '../run/points.ts'
import { currentScope } from '../run/scope.ts'

/** Lets the run wait for work on other threads, such as reading files, before it goes on. */
export async function held<T>(work: Promise<T>): Promise<T> {
  const run = currentScope()?.run
  return run ? inBackground(run, () => work) : work
}
