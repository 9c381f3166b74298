import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import project from '../package.json' with { type: 'json' }

const path = '.build/Dockerfile'
const text = readFileSync(path, 'utf8')

const kept = readFileSync(`${path}.dockerignore`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))

test('each file that the image is built from exists', () => {
  const missing = kept.filter((line) => !line.includes('*') && !existsSync(line.slice(1)))
  expect(missing).toEqual([])
  expect(kept.length).toBeGreaterThan(10)
})

interface Generator {
  readonly sourcesOf: (root: string) => readonly string[]
}

test('the image is built with all files from which others are generated', async () => {
  const { sourcesOf }: Generator = await import(new URL('../.build/generate.mjs', import.meta.url).href)
  const folders = kept.map((line) => line.slice(1))
  const without = sourcesOf('.').filter(
    (file) => !folders.some((folder) => file === folder || file.startsWith(`${folder}/`)),
  )
  expect(without).toEqual([])
  expect(folders).toContain('biome.json')
})

test('the image starts the command of the package', () => {
  const [, entry = ''] = /^ENTRYPOINT \["(.*)"\]$/m.exec(text) ?? []
  expect(entry).toBe(`node_modules/.bin/${Object.keys(project.bin)[0]}`)
})
