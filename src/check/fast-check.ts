type FastCheck = typeof import('fast-check')

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'

// fast-check is an optional peer dependency: explore needs none.
const loaded = await import('fast-check').catch((error: unknown) => {
  if (isMissing(error)) return undefined
  throw error
})

/** Returns fast-check. Throws an error if it is not installed. */
export function fastCheck(): FastCheck {
  if (loaded) return loaded
  throw new Error('arbitraries and worldCommands need fast-check: npm install --save-dev fast-check')
}
