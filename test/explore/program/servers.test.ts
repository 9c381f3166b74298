import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { RunningProgram } from '../../../src/explore/program/config.ts'
import { isLong, sample } from '../../chance.ts'
import { exploreFiles, keeper } from './scratch.ts'

/** Relays the id of each lead of a notice. */
const relay = `
export async function relay(body) {
  for (const entry of body.entry)
    for (const { value } of entry.changes) {
      const body = String(value.leadgen_id)
      const response = await fetch('https://kept.example/', { method: 'POST', body })
      if (!response.ok) throw new Error('not kept')
    }
}
`

/** The address of a package that the programs of `test/programs` need: long runs install these. */
const installed = (name: string): string =>
  isLong ? pathToFileURL(createRequire(resolve('test/programs/package.json')).resolve(name)).href : name

const servers: readonly [name: string, main: string][] = [
  [
    'node:http',
    `import { createServer } from 'node:http'
     createServer(async (request, response) => {
       let text = ''
       for await (const part of request) text += part
       response.statusCode = await relay(JSON.parse(text)).then(() => 200, () => 500)
       response.end()
     }).listen(3000)`,
  ],
  [
    'express',
    `import express from 'express'
     const app = express()
     app.post('/hook', express.json(), async (request, response) => {
       await relay(request.body)
       response.sendStatus(200)
     })
     app.listen(3000)`,
  ],
  [
    'fastify',
    `import fastify from '${installed('fastify')}'
     const app = fastify()
     app.post('/hook', async (request) => {
       await relay(request.body)
       return {}
     })
     await app.listen({ port: 3000 })`,
  ],
  [
    'koa',
    `import Koa from 'koa'
     const app = new Koa()
     app.use(async (context) => {
       let text = ''
       for await (const part of context.req) text += part
       await relay(JSON.parse(text))
       context.body = 'ok'
     })
     app.listen(3000)`,
  ],
  [
    'hono',
    `import { serve } from '@hono/node-server'
     import { Hono } from 'hono'
     const app = new Hono()
     app.post('/hook', async (context) => {
       await relay(await context.req.json())
       return context.text('ok')
     })
     serve({ fetch: app.fetch, port: 3000 })`,
  ],
]

const main = (text: string) => ({
  'main.js': `import { relay } from './relay.js'\n${text}`,
  'relay.js': relay,
  'package.json': '{ "type": "module" }',
})

test.each(sample(servers, 2))('a server of %s gets its deliveries without a socket', async (_, text) => {
  const { others, mirror, ever } = keeper()
  const webhook = 'http://localhost:3000/hook'
  const report = await exploreFiles(main(text), { webhook, others, mirror, runs: isLong ? 20 : 8 })
  expect(report.failures).toEqual([])
  expect(report).toMatchObject({ ok: true, leftWorld: 0, warnings: [] })
  expect(ever().length).toBeGreaterThan(0)
})

test('a server that answers before the lead is stored loses it when the process dies', async () => {
  const { others, mirror } = keeper()
  const text = `import express from 'express'
    const app = express()
    app.post('/hook', express.json(), (request, response) => {
      response.sendStatus(200)
      relay(request.body).catch(() => {})
    })
    app.listen(3000)`
  const report = await exploreFiles(main(text), {
    webhook: 'http://localhost:3000/hook',
    others,
    mirror,
    runs: 60,
    kinds: 1,
  })
  expect(report.failures[0]?.title).toMatch(/^kept lost/)
})

test('a route handler that is exported gets its deliveries by a function', async () => {
  const { others, mirror, ever } = keeper()
  const files = {
    'route.ts': `import { relay } from './relay.js'
      export async function POST(request: Request): Promise<Response> {
        await relay(await request.json())
        return new Response('ok')
      }`,
    'relay.js': relay,
    'package.json': '{ "type": "module" }',
  }
  const report = await exploreFiles(files, {
    webhook: async (request, { exports }) => (await exports['POST']?.(request)) as Response,
    others,
    mirror,
  })
  expect(report).toMatchObject({ ok: true, failures: [] })
  expect(ever().length).toBeGreaterThan(0)
})

test('two servers at one port fail as in Node', async () => {
  const files = {
    'main.mjs': `import { createServer } from 'node:http'
      createServer().listen(3000)
      createServer().listen(3000)`,
  }
  await expect(exploreFiles(files, { runs: 2 })).rejects.toThrow(
    'listen EADDRINUSE: address already in use :::3000 at its start',
  )
})

test('a run with a server that never answers ends, and proves nothing', async () => {
  const files = {
    'main.mjs': `import { createServer } from 'node:http'
      createServer(() => {}).listen(3000)`,
  }
  const { others, mirror } = keeper()
  const report = await exploreFiles(files, { webhook: 'http://localhost:3000/', others, mirror, runs: 1 })
  expect(report.ok).toBe(false)
  expect(report.warnings).toContainEqual(
    expect.stringMatching(/^webhook#1 waits for something that never comes: no call, no timer /),
  )
})

test('what a program asks of its own server stays in the process', async () => {
  const files = {
    'main.mjs': `import { createServer, get } from 'node:http'
      createServer((request, response) => response.end('pong')).listen(3000)
      export const ping = () => new Promise((resolve, reject) => {
        get('http://localhost:3000/', (response) => {
          response.setEncoding('utf8').on('data', async (text) => {
            await fetch('https://kept.example/', { method: 'POST', body: text })
            const again = await (await fetch('http://127.0.0.1:3000/')).text()
            await fetch('https://kept.example/', { method: 'POST', body: again + '!' })
            resolve()
          })
        }).on('error', reject)
      })`,
  }
  const { others, mirror, ever } = keeper()
  const run = ({ exports }: RunningProgram) => exports['ping']?.()
  const jobs = { ping: { every: '1h', run } } as const
  await exploreFiles(files, { jobs, others, mirror, runs: 2 })
  expect(ever()).toEqual(['pong', 'pong!'])
})
