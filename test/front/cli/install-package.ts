import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { viewer } from '../../../.build/viewer.ts'
import project from '../../../package.json' with { type: 'json' }
import { buildOnce } from '../../build-once.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

async function buildPackage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [viewer()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      rollupOptions: {
        input: {
          index: 'src/index.ts',
          area: 'src/service/area/index.ts',
          explore: 'src/explore/index.ts',
          simulation: 'src/simulation/index.ts',
          cli: 'src/front/cli/main.ts',
          command: 'src/front/cli/command.ts',
        },
        // Programs are loaded by the packages that are installed.
        external: ['vite', 'vite/module-runner'],
      },
    },
  })
  // The command runs there too.
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}')
}

/** The folder of the package, as it is built once in a run of the tests. */
export const builtPackage = (): Promise<string> => buildOnce('package', buildPackage)

/** Installs the package, as it is built, for the modules of a folder. Returns the file of its command. */
export async function installPackage(folder: string): Promise<string> {
  const installed = join(folder, 'node_modules/fauxgraph')
  cpSync(await builtPackage(), join(installed, 'dist'), { recursive: true })
  const { exports } = project
  writeFileSync(
    join(installed, 'package.json'),
    JSON.stringify({ name: 'fauxgraph', type: 'module', exports }),
  )
  for (const entry of ['index', 'explore'])
    writeFileSync(join(installed, `dist/${entry}.cjs`), `throw new Error('loaded a second copy')\n`)
  return join(installed, 'dist/cli.js')
}
