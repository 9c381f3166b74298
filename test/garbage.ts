import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Frees the memory of this process that nothing refers to. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}
