import { expect, test } from 'vitest'
import { replayStory } from '../../src/explore/index.ts'
import type { Mark } from '../../src/explore/search/story/story.ts'
import { mark, wait, world } from './play.ts'
import type { Sut } from './programs.ts'

/** Publishes a text at a command. It gives up after half a minute, in one of the ways in which programs do. */
const announces =
  (limited: (call: (signal?: AbortSignal) => Promise<Response>) => Promise<Response>): Sut =>
  ({ fetch, baseUrl, names }) => ({
    commands: {
      announce: {
        async run() {
          const body = () => new URLSearchParams({ message: 'hello', access_token: names.pageToken })
          const call = (signal?: AbortSignal) =>
            fetch(`${baseUrl}/${names.page}/feed`, {
              method: 'POST',
              body: body(),
              ...(signal && { signal }),
            })
          await (await limited(call)).json()
        },
      },
    },
  })

const bySignal = announces((call) => call(AbortSignal.timeout(30_000)))

const byTimer = announces((call) => {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('It took too long')), 30_000)
  })
  return Promise.race([call(), late])
})

const replay = (sut: Sut, milliseconds: number, marks: Mark[]) =>
  replayStory(
    { name: 'delays', world, sut, stories: false },
    { steps: [{ do: 'command', command: 'announce' }, wait(milliseconds)], marks },
  )

const late = (what: 'request late' | 'answer late') => [
  mark('announce#1/publishPost/1', { do: what, steps: 2 }),
]

test.each<[what: string, sut: Sut, harm: 'request late' | 'answer late', error: string]>([
  ['a signal, if the request is late', bySignal, 'request late', 'TimeoutError'],
  ['a signal, if the answer is late', bySignal, 'answer late', 'TimeoutError'],
  ['a timer, if the request is late', byTimer, 'request late', 'It took too long'],
  ['a timer, if the answer is late', byTimer, 'answer late', 'It took too long'],
])('a command that gives up by %s is not at fault', async (_, sut, harm, error) => {
  const { ok, text } = await replay(sut, 60_000, late(harm))
  expect(text).toContain(error)
  expect(text).toContain('✓ The story passes.')
  expect(ok).toBe(true)
})

test('a command that throws although nothing was late is at fault', async () => {
  const broken = announces(() => Promise.reject(new Error('It is broken')))
  const { ok, text } = await replay(broken, 60_000, [])
  expect(ok).toBe(false)
  expect(text).toContain('announce#1 threw, although nothing went wrong: Error: It is broken')
})

test('a command that throws because other work overtook it, while no time passed, is at fault', async () => {
  const twice: Sut = ({ fetch, baseUrl, names }) => {
    let open = 0
    return {
      commands: {
        announce: {
          async run() {
            if (++open > 1) throw new Error('It goes on already')
            await fetch(`${baseUrl}/me?access_token=${names.userToken}`)
            open--
          },
        },
      },
    }
  }
  const announce = { do: 'command', command: 'announce' } as const
  const { text } = await replayStory(
    { name: 'delays', world, sut: twice, stories: false, eventually: { 'it ends': () => true } },
    { steps: [announce, announce], marks: [mark('announce#1/readUser/1', { do: 'request late', steps: 2 })] },
  )
  expect(text).toContain(
    'announce#2 threw, although calls were only overtaken by other work: Error: It goes on already',
  )
})
