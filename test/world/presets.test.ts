import { describe, expect, test } from 'vitest'
import {
  contractPolicy,
  createWorld,
  type PolicyName,
  platformPolicy,
  toFetchHandler,
  type World,
} from '../../src/index.ts'
import { parseScenario, runScenario } from '../../src/scenario/index.ts'
import { runSettled } from '../../src/world/handle/handle.ts'
import { handleOf } from '../../src/world/handles.ts'

const wholes = { contract: contractPolicy, platform: platformPolicy }

/** A policy that neither preset has. */
const other = { postTimes: 'iso', unknownFields: 'ignore', beyond: 'serve' } as const

const scenario = (text: string): World =>
  runScenario(parseScenario(`fauxgraph: 1\ntitle: x\n${text}`, { file: 'a.yaml' })).world

/** The error that a world gives to an input; it throws if the world takes the input. */
function configured(world: World, policy: unknown): World {
  const { outcome } = runSettled(handleOf(world), { type: 'configure', policy })
  if (!outcome.ok) throw new TypeError(outcome.error.message)
  return world
}

async function posted(world: World, body: unknown): Promise<World> {
  const request = new Request('http://localhost/_sim/policy', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await toFetchHandler(world)(request)
  if (!answer.ok) throw new TypeError((await answer.json()).error.message)
  return world
}

type Door = (policy: PolicyName) => World | Promise<World>

const doors: [string, Door][] = [
  ['createWorld', (policy) => createWorld({ policy })],
  ['fork', (policy) => createWorld({ policy: other }).fork({ policy })],
  ['an input', (policy) => configured(createWorld({ policy: other }), policy)],
  [
    'given of a scenario',
    (policy) => scenario(`given: { world: { policy: ${JSON.stringify(policy)} } }\nsteps: []\n`),
  ],
  [
    'a step of a scenario',
    (policy) =>
      scenario(
        `given: { world: { policy: { unknownFields: ignore } } }\nsteps: [{ configure: { policy: ${JSON.stringify(policy)} } }]\n`,
      ),
  ],
  ['the control plane', (policy) => posted(createWorld({ policy: other }), { policy })],
]

describe.each(doors)('the policy by name: %s', (_, door) => {
  test.each(['contract', 'platform'] as const)('%s is the whole preset', async (name) => {
    expect((await door(name)).policy).toStrictEqual(wholes[name])
  })

  test.each([
    ['platfrom', /did you mean platform\?/],
    ['Contract', /did you mean contract\?/],
    ['platformPolicy', /did you mean platform\?/],
    ['live', /contract.*platform.*got "live"/],
    [0, /contract.*platform.*got 0/],
    [['platform'], /contract.*platform.*got \["platform"\]/],
  ])('%j is refused with both names', async (wrong, message) => {
    await expect((async () => door(wrong as PolicyName))()).rejects.toThrow(message)
  })
})

test('a world of the live service serves calls beyond the description and writes times as text', () => {
  const world = createWorld({ policy: 'platform' })
  const { page, pageToken } = world.starter()
  const url = `/${page}/leadgen_forms?access_token=${pageToken}`
  expect(world.request({ method: 'GET', url }).status).toBe(200)
  expect(world.fork({ policy: 'contract' }).request({ method: 'GET', url }).status).toBe(400)
})

test('defaultVersion replaces that of the preset', () => {
  const { policy } = createWorld({ policy: 'platform', defaultVersion: 'v24.0' })
  expect(policy).toStrictEqual({ ...platformPolicy, defaultVersion: 'v24.0' })
})

test('the control plane takes the policy that it answers', async () => {
  const world = createWorld({ policy: other })
  const answer = await toFetchHandler(world)(new Request('http://localhost/_sim/policy'))
  expect((await posted(createWorld(), await answer.json())).policy).toStrictEqual(world.policy)
})

test('a recording with a preset replays to the same hash', async () => {
  const { replay } = await import('../../src/index.ts')
  const world = createWorld()
  world.actions.createUser({ name: 'A' })
  const fork = world.fork({ policy: 'platform' })
  const played = replay(fork.history.recording())
  expect(played.difference).toBeUndefined()
  expect(played.world.hash('full')).toBe(fork.hash('full'))
})
