import { loadedFastCheck } from './fast-check-module.ts'

/** Returns fast-check. Throws an error if it is not installed. */
export function fastCheck(): typeof import('fast-check') {
  if (loadedFastCheck) return loadedFastCheck
  throw new Error('arbitraries and worldCommands need fast-check: npm install --save-dev fast-check')
}
