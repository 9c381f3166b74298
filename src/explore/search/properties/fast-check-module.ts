// The code of Node, or that of Jest, whose errors come from another realm.
const isMissing = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND')

/**
 * fast-check, an optional peer dependency: explore needs none. The CommonJS build replaces this file, because
 * CommonJS has no `await` outside functions: see `.build/commonjs.config.ts`.
 */
export const loadedFastCheck = await import('fast-check').catch((error: unknown) => {
  if (isMissing(error)) return undefined
  throw error
})
