import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLines, defineExploration, replayStory } from '../../../src/explore/index.ts'
import { longTest } from '../../chance.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

const call = `
  const http = require('node:http')
  http.get(process.env.API + '/v24.0/me?access_token=' + process.env.TOKEN, (response) => response.resume())`
const code = `${call}
  require('node:fs').appendFileSync('hours', Math.floor(Date.now() / 3600000) + '\\n')`

/** A server that notes each hour that it sees. */
const watch = `${call}
  let last
  setInterval(() => {
    const hour = Math.floor(Date.now() / 3600000)
    if (hour !== last) require('node:fs').appendFileSync('hours', (last = hour) + '\\n')
  }, 20)
  http.createServer().listen(process.env.PORT)`

/** A program that notes the hour of each start. */
const clock = (time: 'real' | 'faketime') =>
  defineExploration({
    name: 'clock',
    command: [process.execPath, '-e', code],
    every: '6h',
    time,
    env: ({ names, baseUrl }) => ({ API: baseUrl, TOKEN: names.pageToken }),
    mirror: { hours: commandLines(['cat', 'hours']) },
    eventually: {
      'six hours lie between two starts': ({ mirror }) => {
        const hours = (mirror['hours'] ?? []).map(Number)
        return hours.slice(1).every((hour, index) => hour - Number(hours[index]) === 6)
      },
    },
    stories: false,
  })

const story = { steps: [{ do: 'job', job: 'node' } as const], marks: [] }

test.skipIf(!existsSync(library))('a program by faketime starts every six hours of its world', async () => {
  expect(await replayStory(clock('faketime'), story)).toMatchObject({ ok: true })
})

longTest('a program by the time of the machine does not', async () => {
  expect(await replayStory(clock('real'), story)).toMatchObject({ ok: false })
})

test.skipIf(!existsSync(library))(
  'a server by faketime has time for what is due at an hour of its world',
  async () => {
    const seen = commandLines(['cat', 'hours'])
    const options = defineExploration({
      name: 'hours',
      server: { command: [process.execPath, '-e', watch] },
      time: 'faketime',
      env: ({ names, baseUrl }) => ({ API: baseUrl, TOKEN: names.pageToken }),
      mirror: {
        // The hours of the story that it did not see; the 40 at the end pass at once.
        missed: async (view) => {
          const hours = (await seen(view)).map(Number)
          return [Number(hours.at(-1)) - Number(hours[0]) - 40 - (hours.length - 2)]
        },
      },
      stories: false,
    })
    const hour = { do: 'wait', milliseconds: 3_600_000 } as const
    const { text, ok } = await replayStory(options, { steps: [hour, hour, hour], marks: [] })
    expect(text).toContain('mirror missed [0]')
    expect(ok).toBe(true)
  },
)

test
  .skipIf(!existsSync(library) || spawnSync('curl', ['--version']).status !== 0)
  .each(['30d', '400d'] as const)(
  'a client that checks certificates trusts the world through starts every %s',
  async (every) => {
    const options = defineExploration({
      name: 'far',
      command: ['sh', '-c', 'curl -sf "https://graph.facebook.com/v24.0/me?access_token=$TOKEN" -o me.json'],
      every,
      time: 'faketime',
      env: ({ names }) => ({ TOKEN: names.pageToken }),
      stories: false,
    })
    // The last two starts come after the story: they are half a year, or three years, later than the first.
    const { ok, text } = await replayStory(options, { steps: [{ do: 'job', job: 'sh' }], marks: [] })
    expect({ ok, text }).toEqual({ ok: true, text: expect.stringContaining('sh#3 ends') })
  },
)

test.skipIf(existsSync(library))('without libfaketime, one message says what to do', async () => {
  await expect(replayStory(clock('faketime'), story)).rejects.toThrow(
    /libfaketime.*install the package libfaketime for this system, or write time: 'real'/,
  )
})
