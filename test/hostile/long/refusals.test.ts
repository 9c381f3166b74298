import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewer } from '../../../.build/viewer.ts'

const folder = mkdtempSync(join(tmpdir(), 'refusals-'))
const child = join(folder, 'child.mjs')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  await build({
    configFile: false,
    plugins: [viewer()],
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('refusals-child.ts', import.meta.url)),
      outDir: folder,
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
})

interface Report {
  readonly asExpected: number
  readonly seconds: number
  readonly samples: readonly { readonly done: number; readonly rss: number; readonly heap: number }[]
}

const MEGABYTE = 1024 * 1024

/** The growth of a measure per request, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const top = points.reduce((sum, [left, right]) => sum + (left - x) * (right - y), 0)
  return top / points.reduce((sum, [left]) => sum + (left - x) ** 2, 0)
}

test.each([
  ['refusals through world.request', 'request', 200_000],
  ['refusals through the fetch handler', 'fetch', 10_000],
  ['posts of a few letters through world.request', 'posts', 2_000],
])(
  '%s with bodies of 1 MB fit in a heap of 256 MB',
  async (_, way, requests) => {
    const options = ['--expose-gc', '--max-old-space-size=256', child, way, String(requests)]
    const { stdout } = await promisify(execFile)(process.execPath, options, { maxBuffer: MEGABYTE })
    const { asExpected, seconds, samples } = JSON.parse(stdout) as Report
    const late = samples.slice(samples.length / 2)
    const growth = (part: 'rss' | 'heap') =>
      slope(late.map(({ done, [part]: bytes }) => [done, bytes])) * (requests / 2)
    const most = Math.max(...samples.map(({ rss }) => rss))
    console.log(
      `${way}: ${requests} requests, ${seconds.toFixed(0)} s of CPU, RSS at most ${(most / MEGABYTE) | 0} MiB; ` +
        `over the last half RSS ${(growth('rss') / MEGABYTE).toFixed(1)} MiB, ` +
        `heap ${(growth('heap') / MEGABYTE).toFixed(1)} MiB`,
    )
    expect(asExpected).toBe(requests)
    // The bodies of the last half have 2 to 100 GB. Only the posts and the noise of garbage collection may
    // grow.
    expect(growth('heap')).toBeLessThan(8 * MEGABYTE)
    expect(growth('rss')).toBeLessThan(48 * MEGABYTE)
    expect(most).toBeLessThan(512 * MEGABYTE)
  },
  3_600_000,
)
