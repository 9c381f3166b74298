import https from 'node:https'
import axios from 'axios'
import got from 'got'
import nodeFetch from 'node-fetch'
import { Agent, fetch as undiciFetch, request as undiciRequest } from 'undici'
import { expect, test } from 'vitest'
import { explore } from '../../../../src/explore/explore.ts'
import type { ProcessContext } from '../../../../src/explore/run/options/options.ts'
import { createWorld } from '../../../../src/index.ts'

const world = () => {
  const made = createWorld()
  made.starter()
  return made
}

/** Reads a URL with `node:http` or `node:https`. */
const readWith = (client: typeof https) => (url: string) =>
  new Promise<string>((resolve, reject) => {
    const request = client.get(url, { agent: new client.Agent({ keepAlive: true }) }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => resolve(text))
    })
    request.on('error', reject)
  })

const agent = new Agent()

const clients: readonly [name: string, read: (url: string) => Promise<unknown>][] = [
  ['fetch', async (url) => (await fetch(url)).json()],
  ['node:https', readWith(https)],
  ['axios', async (url) => (await axios.get(url)).data],
  ['axios with a timeout', async (url) => (await axios.get(url, { timeout: 5_000 })).data],
  ['got', async (url) => got(url, { retry: { limit: 0 } }).json()],
  ['node-fetch', async (url) => (await nodeFetch(url)).json()],
  ['undici.request', async (url) => (await undiciRequest(url)).body.json()],
  ['undici.fetch with an agent', async (url) => (await undiciFetch(url, { dispatcher: agent })).json()],
]

/** Explores a program that reads the leads of a form with one client, and stores them. */
const exploreClient = (read: (url: string) => Promise<unknown>, host: (context: ProcessContext) => string) =>
  explore({
    name: 'client',
    world,
    runs: 4,
    stories: false,
    sut: (context) => ({
      jobs: {
        sync: {
          every: '15m',
          async run() {
            const { names, store } = context
            let next = `${host(context)}/${names.form}/leads?access_token=${names.pageToken}`
            while (next !== undefined) {
              const answer = await read(next)
              const page = typeof answer === 'string' ? JSON.parse(answer) : answer
              for (const { id } of page.data) await store.set(`lead:${id}`, true)
              next = page.paging.next
            }
          },
        },
      },
    }),
    mirror: { leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice(5)) },
  })

test.each(clients)('%s reaches the world at the host of the platform', async (_, read) => {
  const report = await exploreClient(read, () => 'https://graph.facebook.com/v19.0')
  expect(report).toMatchObject({ failures: [], leftWorld: 0, ok: true })
  expect(report.coverage['listFormLeads']).toMatchObject({ ok: expect.any(Number) })
  expect(report.nondeterminism).toBeUndefined()
})
