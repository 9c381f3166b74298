import { currentScope } from '../run/scope.ts'

/** Lets the run wait for work on other threads, such as reading files, before it goes on. */
export async function held<T>(work: Promise<T>): Promise<T> {
  const run = currentScope()?.run
  if (!run) return work
  run.background++
  try {
    return await work
  } finally {
    run.background--
    run.activity++
  }
}
