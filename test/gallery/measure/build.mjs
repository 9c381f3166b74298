import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the project. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds the programs of the gallery, and the measures on them, into a folder of their own. */
export function buildGallery() {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-gallery-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const config = join(root, 'test/gallery/measure/vite.config.ts')
  execFileSync('npx', ['vite', 'build', '--config', config, '--outDir', folder], { cwd: root })
  return folder
}
