import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playRecordingFile } from '../../src/server/recording/recording-file.ts'
import { isLong, scale, seed } from '../chance.ts'
import { builtCommand, publish, type Served, serveRecorded } from './served.ts'

/** A kill costs a start of the command: longer runs make more of them. */
const KILLS = isLong ? 3 * scale : 1

/** A number from 0 to `below`, from a sequence that a seed determines. */
function randomNumbers(start: number): (below: number) => number {
  let state = start >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('fauxgraph serve --record', () => {
  let built: Awaited<ReturnType<typeof builtCommand>>
  beforeAll(async () => {
    built = await builtCommand()
  })
  afterAll(() => built.remove())

  /** Publishes posts by four clients until the server is killed. Returns the ids that were acknowledged. */
  async function publishUntilKilled(served: Served, file: string, bytes: number): Promise<string[]> {
    const acknowledged: string[] = []
    const from = statSync(file).size
    const client = async (name: number): Promise<void> => {
      try {
        for (let number = 0; ; number++) acknowledged.push(await publish(served, `${name}.${number}`))
      } catch {
        // The server was killed.
      }
    }
    const clients = [0, 1, 2, 3].map(client)
    // A busy machine answers late.
    while (acknowledged.length < 2 || statSync(file).size < from + bytes) await sleep(1)
    await served.kill()
    await Promise.all(clients)
    return acknowledged
  }

  test(`loses nothing that was acknowledged, in ${KILLS} kills at random bytes`, async () => {
    const random = randomNumbers(seed)
    const file = join(built.folder, 'killed.jsonl')
    const acknowledged: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const served = await serveRecorded(built.program, file)
      acknowledged.push(...(await publishUntilKilled(served, file, random(6_000))))
      // The lock outlives its owner, and the next server takes it over.
      expect(existsSync(`${file}.lock`)).toBe(true)
    }
    const { played } = playRecordingFile(file)
    expect(acknowledged.length).toBeGreaterThan(KILLS)
    const { pageToken = '' } = { ...played?.world.names }
    for (const post of acknowledged) {
      const read = played?.world.as(pageToken).readPost({ post })
      expect(read?.ok, post).toBe(true)
    }
  })

  test('ends when the file cannot be written, and has answered nothing that the file lacks', async () => {
    const file = join(built.folder, 'full.jsonl')
    const first = await serveRecorded(built.program, file)
    await first.kill()
    const kibibytes = Math.ceil(statSync(file).size / 1024) + 4
    const served = await serveRecorded(built.program, file, String(kibibytes))
    const code = new Promise((resolve) => served.child.once('close', resolve))
    const acknowledged: string[] = []
    let status = 200
    for (let number = 0; status === 200 && number < 100; number++) {
      const response = await fetch(`${served.url}/${served.starter['page']}/feed`, {
        method: 'POST',
        body: new URLSearchParams({ message: 'x', access_token: served.starter['pageToken'] ?? '' }),
      })
      status = response.status
      const body = await response.json()
      if (status === 200) acknowledged.push(body.id)
      else expect(body.error.message).toContain('cannot be written, so the recording has ended: EFBIG')
    }
    expect(await code).toBe(1)
    expect(served.errors()).toContain('EFBIG')
    expect(acknowledged.length).toBeGreaterThan(2)
    const { played, tornBytes } = playRecordingFile(file)
    expect(tornBytes).toBeGreaterThan(0)
    const client = played?.world.as(played.world.names?.pageToken ?? '')
    for (const post of acknowledged) expect(client?.readPost({ post }).ok, post).toBe(true)
  })

  test('refuses a second process on the same file, and names the first', async () => {
    const file = join(built.folder, 'shared.jsonl')
    const served = await serveRecorded(built.program, file)
    const refused = serveRecorded(built.program, file)
    await expect(refused).rejects.toThrow(`${file} is in use by the process ${served.child.pid}`)
    expect(await publish(served, 'still here')).toMatch(/^\d+_\d+$/)
    await served.kill()
  })

  test('ends in order: unlocks the file, and continues the world', async () => {
    const file = join(built.folder, 'ended.jsonl')
    const first = await serveRecorded(built.program, file)
    const id = await publish(first, 'before')
    first.child.kill('SIGTERM')
    await new Promise((resolve) => first.child.once('close', resolve))
    expect(existsSync(`${file}.lock`)).toBe(false)
    const second = await serveRecorded(built.program, file)
    const read = await fetch(`${second.url}/${id}?fields=message&access_token=${second.starter['pageToken']}`)
    expect(await read.json()).toEqual({ id, message: 'before' })
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(String(second.child.pid))
    await second.kill()
  })
})
