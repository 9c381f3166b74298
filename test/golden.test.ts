/*
 * A story whose every hash is written down: the same story has the same hashes on every machine, in every
 * time zone and locale, and by every later commit that does not mean to change what the service does. Where a
 * change is meant, the file is renewed, and its difference reviewed, with
 *
 *   FAUXGRAPH_GOLDEN=renew npx vitest run test/golden.test.ts
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actions, endpoints } from '../src/chapters/registry.ts'
import { service } from '../src/machine/service-machine.ts'
import { isLong } from './chance.ts'
import { playBytes } from './golden/bytes.ts'
import surroundings from './golden/places.json' with { type: 'json' }
import { type Frame, playStory } from './golden/play.ts'
import { playRequests } from './golden/requests.ts'
import { playSimulation } from './golden/simulation.ts'
import { story } from './golden/story.ts'
import { playStudy } from './golden/study.ts'
import { poisoned, poisons } from './poison.ts'

const file = new URL('golden/story.json', import.meta.url)
const renewing = process.env['FAUXGRAPH_GOLDEN'] === 'renew'

/** One frame a line, so that a difference shows which scenes changed. */
const written = (frames: readonly Frame[]): string =>
  `[\n${frames.map((frame) => `  ${JSON.stringify(frame)}`).join(',\n')}\n]\n`

const golden = (): Frame[] => JSON.parse(readFileSync(file, 'utf8')) as Frame[]

/** The story, played here once. */
const played = playStory()

/** The scenes that the story tells: operations that it does not tell yet follow them, and are written nowhere. */
const told = (): Frame[] => played.slice(0, story.length)

if (renewing) writeFileSync(file, written(told()))

/** The first scene that is not as written down, in words. */
function difference(frames: readonly Frame[], expected: readonly Frame[]): string | undefined {
  const at = expected.findIndex((frame, place) => JSON.stringify(frame) !== JSON.stringify(frames[place]))
  const place = at === -1 && frames.length > expected.length ? expected.length : at
  if (place === -1) return undefined
  const [is, was] = [frames[place], expected[place]].map((frame) => JSON.stringify(frame))
  return `scene ${place} is ${is}, not ${was}. If the file is to be renewed, the head of this test says how`
}

test('the story has the hashes that are written down', () => {
  expect(difference(told(), golden())).toBeUndefined()
})

/** Runs with an environment in which NODE_ENV alone can be read: immer words its own mistakes by it. */
function withNodeEnvAlone<Result>(run: () => Result): Result {
  const { env } = process
  const get = (_: object, key: string | symbol) => {
    if (key === 'NODE_ENV') return env['NODE_ENV']
    throw new Error(`process.env.${String(key)} is ambient, and the core reads nothing ambient`)
  }
  Object.defineProperty(process, 'env', { configurable: true, value: new Proxy({}, { get }) })
  try {
    return run()
  } finally {
    Object.defineProperty(process, 'env', {
      configurable: true,
      enumerable: true,
      writable: true,
      value: env,
    })
  }
}

test('the story is the same when nothing ambient can be read', () => {
  const names = poisons.filter((name) => name !== 'process.env')
  const pure: typeof service.step = (state, input) =>
    withNodeEnvAlone(() => poisoned(() => service.step(state, input), names))
  expect(difference(playStory(pure), played)).toBeUndefined()
})

test('the story tells of every operation, and of most a success', () => {
  const frames = played
  const names = new Set([...story.map(({ name }) => name), ...frames.map(({ scene }) => scene)])
  const inputs = story.map(({ input }) => input({}) as { operation?: string; name?: string })
  for (const { operation, name } of inputs) names.add(operation ?? name ?? '')
  const missing = [...Object.keys(endpoints), ...Object.keys(actions)].filter((name) => !names.has(name))
  expect(missing).toEqual([])
  expect(story.length).toBeGreaterThanOrEqual(60)
  expect(frames.filter(({ came }) => came === 'ok').length).toBeGreaterThan(story.length * 0.75)
})

const { zones, locales } = surroundings

interface Child {
  readonly hour: number
  readonly locale: string
  readonly frames: Frame[]
  readonly answers: string[]
  /** The same in a zone that the process enters late. */
  readonly there: { readonly hour: number; readonly frames: Frame[] }
}

describe('in a process of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  beforeAll(async () => {
    await build({
      configFile: fileURLToPath(new URL('golden/vite.config.ts', import.meta.url)),
      build: { outDir: folder },
    })
  })

  /** The children by their surroundings: each is started once. */
  const children = new Map<string, Promise<Child>>()

  function childIn(...where: Parameters<typeof start>): Promise<Child> {
    const key = JSON.stringify(where)
    const child = children.get(key) ?? start(...where)
    children.set(key, child)
    return child
  }

  function start(
    zone: string,
    locale: string,
    more: NodeJS.ProcessEnv = {},
    what: readonly string[] = [],
  ): Promise<Child> {
    const env = { ...process.env, TZ: zone, LC_ALL: locale, LANG: locale, ...more }
    const child = spawn(process.execPath, [join(folder, 'child.mjs'), ...what], { env })
    const chunks: Buffer[] = []
    const problems: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => problems.push(chunk))
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => {
        if (code === 0) resolve(JSON.parse(Buffer.concat(chunks).toString()) as Child)
        else reject(new Error(Buffer.concat(problems).toString()))
      })
    })
  }

  // Each zone with two locales, the second in the process of its neighbor, which enters the zone late. Two
  // of the processes have a NODE_ENV. `npm run check -- nodes` plays all pairs, in each version of Node.
  type Where = [zone: string, locale: string, more: NodeJS.ProcessEnv, what: string[]]
  const modes = ['production', 'development']
  const all = zones.map((zone, at): Where => {
    const mode = modes[at]
    const next = zones[(at + 1) % zones.length] ?? 'UTC'
    return [zone, locales[at] ?? 'C', mode === undefined ? {} : { NODE_ENV: mode }, ['requests', next]]
  })
  // Turkish has letters of its own, and the zone after this one is no whole hour from UTC.
  const places = isLong ? all : all.slice(1, 2)

  test.each(places)('in %s with the locale %s the hashes are the same', async (...where) => {
    expect(difference((await childIn(...where)).frames, played)).toBeUndefined()
  })

  test.each(isLong ? modes : modes.slice(1))('with the NODE_ENV %s the hashes are the same', async (mode) => {
    const where = places.filter(([, , { NODE_ENV }]) => NODE_ENV === mode)
    expect(where).toHaveLength(1)
    for (const one of where) expect(difference((await childIn(...one)).frames, played)).toBeUndefined()
  })

  test.each(places)('in the zone after %s with the locale %s the hashes are the same', async (...where) => {
    expect(difference((await childIn(...where)).there.frames, played)).toBeUndefined()
  })

  test('200 requests, a simulation, a study and pictures have the same answers in each time zone and locale', async () => {
    const expected = [...playRequests(), ...playSimulation(), ...playStudy(), ...(await playBytes())]
    const asked = expected.filter((line) => / [0-9a-f]{64} [0-9a-f]{64}$/.test(line))
    expect(asked.length).toBeGreaterThanOrEqual(200)
    for (const where of places) {
      const { answers } = await childIn(...where)
      expect(answers.find((line, place) => line !== expected[place])).toBeUndefined()
      expect(answers).toHaveLength(expected.length)
    }
  })

  test('the time zones and locales are in force', async () => {
    const found = await Promise.all(places.map((where) => childIn(...where)))
    const taken = <Value>(values: readonly Value[]) =>
      values.filter((_, at) => places.includes(all[at] as Where))
    expect(found.map(({ hour }) => hour)).toEqual(taken([0, 19, 5, 13, 0]))
    expect(found.map(({ there }) => there.hour)).toEqual(taken([19, 5, 13, 0, 0]))
    expect(new Set(found.map(({ locale }) => locale)).size).toBe(places.length)
  })
})
