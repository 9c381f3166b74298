import { existsSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runScenario } from '../../../src/scenario/index.ts'
import { folder, scenarioFiles } from '../../scenario/files.ts'
import { startCommand } from './start-command.ts'

const place = mkdtempSync(join(tmpdir(), 'scenarios-'))

function file(name: string, text: string): string {
  const path = join(place, name)
  writeFileSync(path, text)
  return path
}

/** Runs a command to its end, or until `during` is over. */
async function shell(
  args: readonly string[],
  inColor = false,
  during: (out: string) => Promise<void> = async () => {},
) {
  const { written, code, stop, started } = startCommand(args, { inColor })
  await started
  await during(written.out)
  stop()
  const ended = await code
  return { ...written, code: ended }
}

const wrong = `fauxgraph: 1
title: A wrong story
given: { starter: true }
steps:
  - title: The campaign is read.
    call: readCampaign
    as: $userToken
    with: { campaign: $campaign, fields: name }
    expect: { value: { name: Another name } }
  - title: Nobody gets here.
    advance: 1h
`

describe('fauxgraph run', () => {
  test('plays scenario files, and prints a line for each', async () => {
    const { code, out } = await shell(['run', join(folder, 'lead.yaml'), join(folder, 'tokens.yaml')])
    expect(code).toBe(0)
    expect(out).toMatch(/^✓ A lead from click to export .*\n✓ Tokens that are refused .*\n$/)
  })

  test('prints the first difference, the last call and the pending work, and ends with 1', async () => {
    const path = file('wrong.yaml', wrong)
    const { code, out } = await shell(['run', path, join(folder, 'lead.yaml')])
    expect(code).toBe(1)
    expect(out).toContain('✗ The campaign is read.')
    expect(out).toContain(
      `${path}:9:24: steps[0].expect.value.name: expected "Another name", got "Starter Campaign"\n` +
        '  the last call: readCampaign of campaigns',
    )
    expect(out).toContain('pending work: none')
    expect(out).not.toContain('Nobody gets here')
    expect(out).toContain('✓ A lead from click to export')
    expect(out).not.toContain('\x1b[')
  })

  test('writes in color if its output shows colors', async () => {
    const { out } = await shell(['run', file('red.yaml', wrong)], true)
    expect(out).toContain('\x1b[31m✗\x1b[0m A wrong story')
  })

  test('ends with 2 for a file that cannot be read, before it plays any', async () => {
    const bad = file('bad.yaml', `${wrong}  - call: publishPots\n`)
    const { code, out, err } = await shell(['run', join(folder, 'lead.yaml'), bad])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toBe(
      `error: ${bad}:12:5: steps[2].call: There is no operation "publishPots": did you mean publishPost?\n`,
    )
  })

  test('refuses a file of 50 MiB before it reads it', async () => {
    const large = file('large.yaml', '')
    truncateSync(large, 50 * 1024 * 1024)
    const { code, err } = await shell(['run', large])
    expect(code).toBe(2)
    expect(err).toBe(`error: ${large}:1:1: the file has 52428800 bytes: expected at most 16777216\n`)
  })

  test.each([
    ['that fails', file('page.yaml', wrong), 1, '✗ differs'],
    ['that passes', join(folder, 'lead.yaml'), 0, '"mark":null}],"timeline":[]'],
  ])('writes the page of a scenario %s', async (_, path, expected, words) => {
    const page = join(place, 'page.html')
    const { code, err } = await shell(['run', path, '--page', page])
    expect({ code, err }).toEqual({ code: expected, err: `wrote ${page}\n` })
    expect(readFileSync(page, 'utf8')).toContain(words)
  })

  test('writes no page of two scenarios', async () => {
    const path = join(folder, 'lead.yaml')
    const { code, out, err } = await shell(['run', path, path, '--page', join(place, 'two.html')])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toBe('error: --page writes the page of one scenario, got 2 of them\n')
    expect(existsSync(join(place, 'two.html'))).toBe(false)
  })

  test('asks for the module of a saved story', async () => {
    const story = file(
      'story.yaml',
      'fauxgraph: 1\ntitle: x\nof: y\nfinds: z\nstory: { steps: [], marks: [] }\n',
    )
    const { code, err } = await shell(['run', story])
    expect(code).toBe(2)
    expect(err).toContain('is a saved story: pass the module of its options after it')
  })
})

describe('fauxgraph serve --scenario', () => {
  test('serves the world after the scenario', async () => {
    const path = join(folder, 'lead.yaml')
    const [, scenario] = scenarioFiles().find(([name]) => name === 'lead.yaml') ?? []
    const expected = scenario && runScenario(scenario).world
    await shell(['serve', '--port', '0', '--json', '--scenario', path], false, async (out) => {
      const { url, starter } = JSON.parse(out)
      const world = await (await fetch(`${url}/_sim/world`)).json()
      expect({ seq: world.seq, hash: world.hash }).toEqual({ seq: expected?.seq, hash: expected?.hash() })
      expect(starter).toEqual(expected?.names)
    })
  })

  test.each([
    ['a scenario that fails', ['--scenario', file('fails.yaml', wrong)], 'expected "Another name"'],
    [
      'an option that the scenario decides',
      ['--scenario', join(folder, 'lead.yaml'), '--seed', '1'],
      'leave out',
    ],
    [
      'a policy beside that of the scenario',
      ['--scenario', join(folder, 'lead.yaml'), '--policy', 'platform'],
      'leave out',
    ],
  ])('ends with 2 for %s', async (_what, args, message) => {
    const { code, err } = await shell(['serve', '--port', '0', ...args])
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
