import { fileURLToPath } from 'node:url'

const root = process.env.BENCH_DIST ?? fileURLToPath(new URL('../.modules', import.meta.url))

/** Imports a module of the project, compiled one by one, so that its parts can be measured; BENCH_DIST names another build, to compare two of them. */
export const built = (path) => import(`${root}/${path}`)

/** The same, or undefined where this build has no such module. */
export async function builtIfAny(path) {
  try {
    return await built(path)
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
