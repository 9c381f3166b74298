import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureLures, zipLures } from '../picture-lures.ts'

const size = 10 * 1024 * 1024
const outDir = 'node_modules/.picture-memory'

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'node20',
      minify: false,
      outDir,
      lib: { entry: { child: 'test/hostile/long/picture-memory-child.ts' }, formats: ['es'] },
      rolldownOptions: { external: [/^node:/] },
    },
  })
}, 120_000)

afterAll(() => {
  rmSync(outDir, { recursive: true, force: true })
})

/** By how many bytes a process of its own grows while a world takes this file. */
function grownBy(name: string): number {
  const text = execFileSync(process.execPath, ['--expose-gc', `${outDir}/child.js`, name, String(size)], {
    encoding: 'utf8',
  })
  return (JSON.parse(text) as { grown: number }).grown
}

const plain = { grown: 0 }
beforeAll(() => {
  plain.grown = grownBy('plain')
}, 120_000)

test.each([...Object.keys(pictureLures), ...Object.keys(zipLures)])(
  'a %s takes no more memory than 4 times its size beyond a plain picture',
  (name) => {
    expect(grownBy(name)).toBeLessThan(plain.grown + 4 * size)
  },
)
