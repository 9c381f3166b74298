import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewer } from '../../../.build/viewer.ts'
import { costlyPictures, costlyZips } from '../costly-pictures.ts'

const size = 10 * 1024 * 1024
const outDir = 'node_modules/.picture-memory'

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [viewer()],
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

/** Uploads a file in a process of its own. Returns how many bytes the process grew. */
function grownBy(name: string): number {
  const text = execFileSync(process.execPath, ['--expose-gc', `${outDir}/child.js`, name, String(size)], {
    encoding: 'utf8',
  })
  return (JSON.parse(text) as { grown: number }).grown
}

// The memory of the request body, the picture, its stored Base64 text, and garbage: 5.4 and 7.0 times the size
// where this was measured.
test('a plain picture takes no more memory than 7 times its size', () => {
  expect(grownBy('plain')).toBeLessThan(7 * size)
})

test.each([...Object.keys(costlyPictures), ...Object.keys(costlyZips)])(
  'a %s takes no more memory than 9 times its size',
  (name) => {
    expect(grownBy(name)).toBeLessThan(9 * size)
  },
)
