/** The module of Vite. */
export type Vite = typeof import('vite')
type Runner = typeof import('vite/module-runner')

/** Returns true if no package has a name. One that is broken, or lacks another, is another problem. */
const isMissing = (cause: unknown, name: string): boolean =>
  cause instanceof Error &&
  'code' in cause &&
  cause.code === 'ERR_MODULE_NOT_FOUND' &&
  cause.message.includes(`'${name}'`)

/** Imports Vite, which the user installs. Throws a TypeError that says why it cannot. */
export async function importVite(): Promise<{ vite: Vite; runner: Runner }> {
  try {
    const [vite, runner] = await Promise.all([import('vite'), import('vite/module-runner')])
    return { vite, runner }
  } catch (cause) {
    const problem = isMissing(cause, 'vite')
      ? 'which is not installed: npm install --save-dev vite'
      : `which cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`
    throw new TypeError(`explore loads TypeScript and ES modules by Vite, ${problem}`, { cause })
  }
}
