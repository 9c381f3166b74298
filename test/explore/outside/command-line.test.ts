import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from '../../front/cli/start-command.ts'
import { ownTemporaryFolder } from './working-folders.ts'

const root = new URL('.', import.meta.url).pathname
let folder = ''
const workingFolders = ownTemporaryFolder()
let file = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outside-cli-'))
  file = join(folder, 'fauxgraph.config.mjs')
  const entry = new URL('../../../src/explore/index.ts', import.meta.url).href
  writeFileSync(join(folder, 'queue.json'), '["We are open"]')
  writeFileSync(
    file,
    `import { defineExploration, jsonFile } from ${JSON.stringify(entry)}
     export default defineExploration({
       name: 'poster',
       root: ${JSON.stringify(root)},
       command: [process.execPath, 'post.mjs'],
       folder: ${JSON.stringify(folder)},
       env: ({ names, baseUrl }) => ({
         API: baseUrl, PAGE: names.page, TOKEN: names.pageToken, VARIANT: 'posts blindly',
       }),
       mirror: { done: jsonFile('done.json') },
       stories: ${JSON.stringify(join(folder, 'stories'))},
       kinds: 1,
     })`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('Ctrl-C ends an exploration, prints what is known, and leaves nothing behind', async () => {
  const before = workingFolders()
  const command = startCommand(['explore', file])
  while (!command.written.err.includes('each start is a process'))
    await new Promise((done) => setTimeout(done, 20))
  await new Promise((done) => setTimeout(done, 3_000))
  command.stop()
  expect(await command.code).toBe(130)
  expect(JSON.parse(command.written.out)).toMatchObject({ name: 'poster', ok: false, failures: [] })
  expect(workingFolders()).toEqual(before)
})

test('fauxgraph explore saves the story of a failure, and fauxgraph run replays it', async () => {
  const explored = startCommand(['explore', file, '--runs', '8'])
  expect(await explored.code).toBe(1)
  const { failures, tried } = JSON.parse(explored.written.out)
  const saved = join(folder, 'stories', 'poster.posts-twice.yaml')
  expect(failures).toEqual([{ kind: 'posts twice', title: 'the post was made twice', parts: 2, saved }])
  expect(tried[0]).toBe('facts between starts: 3 of 3 stories')
  expect(explored.written.err).toContain(`replay it with: npx fauxgraph run ${saved} ${file}`)
  const replayed = startCommand(['run', saved, file])
  expect(await replayed.code).toBe(1)
  expect(replayed.written.out).toContain('✗ the post was made twice (world)')
})

test('--for ends an exploration after a time', async () => {
  const began = Date.now()
  const command = startCommand(['explore', file, '--for', '1s'])
  expect(await command.code).toBe(1)
  expect(JSON.parse(command.written.out)).toMatchObject({ ok: false, runs: 0 })
  expect(Date.now() - began).toBeLessThan(30_000)
})
