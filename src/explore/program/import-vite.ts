/** The module of Vite. */
export type Vite = typeof import('vite')
type Runner = typeof import('vite/module-runner')

/** Imports Vite, which the user installs. Throws a TypeError that says so. */
export async function importVite(): Promise<{ vite: Vite; runner: Runner }> {
  try {
    const [vite, runner] = await Promise.all([import('vite'), import('vite/module-runner')])
    return { vite, runner }
  } catch (cause) {
    throw new TypeError(
      'explore loads TypeScript and ES modules by Vite, which is not installed: npm install --save-dev vite',
      { cause },
    )
  }
}
