import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Site } from '../../../src/server/answer.ts'
import { bodyBudget } from '../../../src/server/bodies.ts'
import { answerExchange } from '../../../src/server/http/exchange.ts'
import { responseSender } from '../../../src/server/http/response-sender.ts'
import { worldsFrom } from '../../../src/server/worlds.ts'
import { createWorld } from '../../../src/world/create-world.ts'

const COUNTED = 1_000

/** A request whose body has begun, on a site that may hold just these bytes of bodies. */
function begunUpload() {
  const world = createWorld()
  const bodies = bodyBudget(COUNTED)
  const rules = { control: false, checksHosts: false, allowedHosts: [], cors: [] }
  const site: Site = { worlds: worldsFrom(world), ...rules, bodyLimit: 33_554_432, bodies }
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'POST', url: '/me/feed', headers: { host: 'localhost' } })
  const context = { site, sender: responseSender(), expectsContinue: false }
  const answered = answerExchange(context, request, new ServerResponse(request))
  request.push(new Uint8Array(65_536 + COUNTED))
  return { world, request, bodies, answered }
}

describe('a request whose body ends too soon', () => {
  test.each([
    ['with an error', new Error('read ECONNRESET')],
    ['without an error', undefined],
  ])('%s never reaches the world, and frees what it held', async (_, error) => {
    const { world, request, bodies, answered } = begunUpload()
    const before = world.state
    const failed = expect(answered).rejects.toThrow(error?.message ?? 'The request ended too soon')
    await new Promise((resolve) => setImmediate(resolve))
    expect(bodies.add(1)).toBe(false)
    request.destroy(error)
    await failed
    expect(bodies.add(COUNTED)).toBe(true)
    expect(world.state).toBe(before)
  })
})
