import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { main } from '../../src/front/cli/command.ts'
import type { study as studyOfSource } from '../../src/simulation/index.ts'
import { longTest } from '../chance.ts'
import { installPackage } from '../front/cli/install-package.ts'
import { startCommand } from '../front/cli/start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-studies-'))
const dist = join(folder, 'node_modules/fauxgraph/dist')
const program = join(dist, 'cli.js')
const source = (name: string) => JSON.stringify(join(dist, `${name}.js`))

// Worker processes load a bundle faster than many sources.
beforeAll(async () => {
  await installPackage(folder)
  ;({ main: bundled } = await import(join(dist, 'command.js')))
  ;({ study } = await import(join(dist, 'simulation.js')))
})
let bundled: typeof main
let study: typeof studyOfSource

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A module with a study of arrivals. `more` are members that come after, and replace, its own. */
const moduleText = (more = '') => `
import { createWorld } from ${source('index')}
import { defineStudy, poisson } from ${source('simulation')}
export default defineStudy({
  name: 'arrivals',
  variants: { few: { rate: 2 }, many: { rate: 3 } },
  baseline: () => ({ world: createWorld({ history: 'off', logSize: 0 }) }),
  simulation: ({ base, variant: { rate } }) => ({
    world: base.world.fork(),
    for: '1d',
    arrivals: { calls: { process: poisson({ rate }), run: () => {} } },
    sample: { every: '6h' },
  }),
  measures: { calls: ({ counters }) => counters['arrivals.calls'] },
  replications: 8,
  ${more}
})
`

const pathOf = (name: string) => join(folder, name)

function written(name: string, text: string): string {
  writeFileSync(pathOf(name), text)
  return pathOf(name)
}

const simple = written('simple.study.mjs', moduleText())

async function run(...args: string[]) {
  const { written: texts, code } = startCommand(['simulate', ...args], { program, run: bundled })
  return { code: await code, ...texts }
}

describe('a study by the command', () => {
  test('has the same bytes by one worker, by two, and by shards that are merged in any order', async () => {
    const [one, two] = await Promise.all([
      run(simple, '--json', '--workers', '1', '--out', pathOf('one.jsonl')),
      run(simple, '--json', '--workers', '2', '--out', pathOf('two.jsonl')),
    ])
    expect(one).toMatchObject({ code: 0, err: '' })
    const { default: options } = await import(simple)
    expect(one.out).toBe(`${JSON.stringify(study(options))}\n`)
    expect(two.out).toBe(one.out)
    expect(readFileSync(pathOf('two.jsonl'), 'utf8')).toBe(readFileSync(pathOf('one.jsonl'), 'utf8'))

    const shards = ['1/2', '2/2'].map((shard, index) => [shard, pathOf(`shard-${index}.jsonl`)] as const)
    for (const [shard, file] of shards) {
      const part = await run(simple, '--shard', shard, '--out', file, '--workers', '1')
      expect(part.code).toBe(0)
    }
    const files = shards.map(([, file]) => file)
    for (const order of [files, [...files].reverse(), [files[1], files[0], files[1], pathOf('one.jsonl')]]) {
      const merged = await run('--merge', '--json', ...order.flatMap((file) => file ?? []))
      expect(merged).toEqual({ code: 0, out: one.out, err: '' })
    }
    const partly = await run('--merge', files[0] ?? '')
    expect(partly.out).toContain('Missing of "few": seeds 2, 4, 6, 8\n')
  })

  test('prints a table and a sentence for each difference', async () => {
    const { out, code } = await run(simple, '--replications', '5', '--workers', '1')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^arrivals: means with intervals of 95 %\n\ncalls +mean +90 % are from +replications\n/,
    )
    expect(out).toMatch(/\n {2}few +\d+(\.\d)? ± \d+(\.\d)? +\d+(\.\d)? to \d+(\.\d)? +5\n/)
    expect(out).toMatch(/\nmany: "calls" is \d+(\.\d)? ± \d+(\.\d)? higher than with few \(5 pairs\)\n$/)
  })

  longTest('ends when it is precise enough, after the same seeds with any number of workers', async () => {
    const until = written('until.mjs', moduleText(`replications: { least: 3, until: { calls: '8%' } },`))
    const [one, three] = await Promise.all(
      ['1', '3'].map((workers) =>
        run(until, '--json', '--workers', workers, '--out', pathOf(`until-${workers}`)),
      ),
    )
    const { default: options } = await import(until)
    expect(one?.out).toBe(`${JSON.stringify(study(options))}\n`)
    expect(three?.out).toBe(one?.out)
    expect(readFileSync(pathOf('until-3'), 'utf8')).toBe(readFileSync(pathOf('until-1'), 'utf8'))
    const merged = await run('--merge', '--json', pathOf('until-3'))
    expect(merged.out).toBe(one?.out)
  })

  test('writes a page, whose commands name the module, and so does a merge of lines', async () => {
    const [own, merged, lines] = ['own.html', 'merged.html', 'paged.jsonl'].map(pathOf)
    const { code, err } = await run(
      ...[simple, '--seeds', '1..3', '--workers', '1', '--out', lines ?? '', '--page', own ?? ''],
    )
    expect({ code, err }).toEqual({ code: 0, err: `${own} shows the study\n` })
    const text = readFileSync(own ?? '', 'utf8')
    expect(text).toContain(`"file":${JSON.stringify(simple)}`)
    // Another machine has the module in another place.
    const elsewhere = readFileSync(lines ?? '', 'utf8').replace(
      JSON.stringify(simple),
      '"zz/simple.study.mjs"',
    )
    const other = written('elsewhere.jsonl', elsewhere)
    expect((await run('--merge', other, lines ?? '', '--page', merged ?? '')).code).toBe(0)
    expect(readFileSync(merged ?? '', 'utf8')).toBe(text)
  })

  test('a page that cannot be written ends the command before a replication runs', async () => {
    expect(await run(simple, '--seeds', '1..2', '--page', pathOf('gone/page.html'))).toEqual({
      code: 2,
      out: '',
      err: `error: ${pathOf('gone/page.html')} cannot be written: its folder does not exist\n`,
    })
  })

  test('runs one replication again, with its page', async () => {
    const page = pathOf('17.html')
    const found = await run(simple, '--variant', 'many', '--seed', '7', '--page', page)
    const { default: options } = await import(simple)
    const value = study(options).variants[1]?.values['calls']?.[6]
    expect(found).toEqual({
      code: 0,
      out: `many, seed 7\ncalls: ${value}\n`,
      err: `${page} shows the replication\n`,
    })
    expect(readFileSync(page, 'utf8')).toContain('arrivals: many, seed 7')
  })

  test('an interrupt prints what is known, and keeps it', async () => {
    const slow = written(
      'slow.mjs',
      moduleText(`replications: 100_000,
        measures: { calls({ counters, seed }) { const end = Date.now() + 20; while (Date.now() < end); return 1 } },`),
    )
    const out = pathOf('slow.jsonl')
    const {
      stop,
      code,
      written: texts,
    } = startCommand(['simulate', slow, '--workers', '2', '--out', out], { program })
    await expect
      .poll(() => readFileSync(out, 'utf8').split('\n').length, { timeout: 60_000 })
      .toBeGreaterThan(6)
    stop('SIGINT')
    expect(await code).toBe(130)
    expect(texts.out).toMatch(/few +1 ± 0 +1 to 1 +\d+\n/)
    expect(texts.out).toMatch(/Missing of "few": seeds \d+\.\.100000\n/)
    const merged = await run('--merge', out)
    expect(merged.out).toBe(texts.out)
  })
})

describe('an actor that throws in one seed', () => {
  const broken = written(
    'broken.mjs',
    moduleText(`simulation: ({ seed, name }) => ({
      world: createWorld(), for: '1h',
      actors: { *editor() { yield '5m'; if (seed === 3 && name === 'many') throw new Error('no paper') } },
    }), measures: { one: () => 1 },`),
  )

  test('ends the study with what is known', async () => {
    const { code, out, err } = await run(broken, '--workers', '1')
    expect(code).toBe(1)
    expect(err).toMatch(/^error: "many", seed 3: editor at .*no paper; --keep-going runs the others\n$/)
    expect(out).toMatch(/few +1 ± 0 +1 to 1 +3\n/)
  })

  test('has a page until then, if it is run alone', async () => {
    const page = pathOf('broken.html')
    const { code, out, err } = await run(broken, '--variant', 'many', '--seed', '3', '--page', page)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(
      /^.*broken\.html shows the replication until the error\nerror: editor at .*no paper\n$/,
    )
    const text = readFileSync(page, 'utf8')
    expect(text).toMatch(
      /arrivals: many, seed 3, until editor at 2026-01-15T09:05:00.000Z: the actor threw: no paper/,
    )
    expect(text).toContain(`"to":${Date.parse('2026-01-15T09:05:00Z')}`)
  })

  test('is told of with --keep-going, and in merged lines', async () => {
    const file = pathOf('broken.jsonl')
    const { code, out, err } = await run(broken, '--keep-going', '--workers', '1', '--out', file)
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toMatch(/few +1 ± 0 +1 to 1 +8\n {2}many +1 ± 0 +1 to 1 +7\n/)
    expect(out).toMatch(/\nFailed: "many", seed 3: editor at .*no paper\n$/)
    expect(await run('--merge', file)).toEqual({ code: 1, out, err: '' })
  })
})

describe('bad input is one message and the exit code 2', () => {
  const header = JSON.stringify({
    ...{ study: 'arrivals', engine: '1.0.0', variants: [['few', '{}']], measures: ['calls'] },
    ...{ confidence: 0.95, goals: [], series: null, seeds: [1, 3] },
  })
  const line = (seed: number, calls: number) => JSON.stringify({ variant: 'few', seed, measures: { calls } })
  const lines = (name: string, ...texts: string[]) => written(name, texts.map((text) => `${text}\n`).join(''))
  const good = lines('good.jsonl', header, line(1, 4), line(2, 6), line(3, 8))
  mkdirSync(pathOf('a-folder'))

  test.each<[string, () => string[], RegExp]>([
    ['no file', () => [pathOf('gone.mjs')], /gone\.mjs does not exist/],
    [
      'a file that exports no study',
      () => [written('none.mjs', 'export const a = 1')],
      /exports no study: write export default defineStudy/,
    ],
    [
      'a study with a wrong option',
      () => [written('wrong.mjs', moduleText('replications: 0,'))],
      /replications of a study must be a whole number/,
    ],
    [
      'a measure that is not finite',
      () => [written('nan.mjs', moduleText('measures: { rate: () => NaN },')), '--workers', '1'],
      /"few", seed 1: the measure "rate" must be a finite number, got NaN/,
    ],
    ['two modules', () => [simple, simple], /simulate takes one module/],
    [
      '--seeds and --replications',
      () => [simple, '--seeds', '1..2', '--replications', '2'],
      /'--replications <number>' cannot be used with option '--seeds <range>'/,
    ],
    [
      'seeds of a merge',
      () => ['--merge', good, '--seeds', '1..2'],
      /'--merge' cannot be used with option '--seeds <range>'/,
    ],
    [
      'the lines of one replication',
      () => [simple, '--variant', 'few', '--seed', '1', '--out', pathOf('one.jsonl')],
      /'--variant <name>' cannot be used with option '--out <file>'/,
    ],
    ['seeds that are none', () => [simple, '--seeds', 'two'], /--seeds must be a range/],
    [
      'a shard of unknown seeds',
      () => [written('goal.mjs', moduleText(`replications: { until: { calls: '5%' } },`)), '--shard', '1/2'],
      /--shard needs a fixed number of replications/,
    ],
    ['a shard that is none', () => [simple, '--shard', '3/2'], /--shard must be INDEX\/COUNT/],
    [
      'a folder that does not exist',
      () => [simple, '--out', pathOf('gone/lines.jsonl')],
      /cannot be written: its folder does not exist/,
    ],
    [
      'a folder as the file',
      () => [simple, '--out', pathOf('a-folder')],
      /cannot be written: it is a folder/,
    ],
    ['a variant without a seed', () => [simple, '--variant', 'few'], /name both/],
    [
      'an unknown variant',
      () => [simple, '--variant', 'none', '--seed', '1'],
      /--variant must be one of "few", "many", got none/,
    ],
    [
      'a page in a folder that does not exist',
      () => ['--merge', good, '--page', pathOf('gone/page.html')],
      /gone\/page\.html cannot be written: its folder does not exist/,
    ],
    ['no lines', () => ['--merge', lines('empty.jsonl')], /there are no lines of a study/],
    [
      'lines that are not there',
      () => ['--merge', pathOf('gone.jsonl')],
      /cannot be read: there is no such file/,
    ],
    [
      'lines of another study',
      () => ['--merge', good, lines('other.jsonl', header.replace('arrivals', 'leads'))],
      /other\.jsonl:1 is of another study than .*good\.jsonl:1: its study is "leads", and there it is "arrivals"/,
    ],
    [
      'lines of other seeds',
      () => ['--merge', good, lines('seeds.jsonl', header.replace('[1,3]', '[4,6]'))],
      /seeds\.jsonl:1 is of the seeds 4\.\.6, and .*good\.jsonl:1 of 1\.\.3\. .* such as --seeds 1\.\.6 --shard 1\/2/,
    ],
    ...(
      [
        ['variants', header.replace('["few","{}"]', '"few"')],
        ['measures', header.replace('["calls"]', '"calls"')],
        ['goals', header.replace('"goals":[],', '')],
        ['series', header.replace('"series":null', '"series":"calls"')],
        ['seeds', header.replace('[1,3]', '[0,3]')],
      ] as const
    ).map(([name, text]): [string, () => string[], RegExp] => [
      `a first line with wrong ${name}`,
      () => ['--merge', lines(`${name}.jsonl`, text)],
      new RegExp(`${name}\\.jsonl:1 is no line of a study`),
    ]),
    [
      'a line whose series are none',
      () => ['--merge', lines('series.jsonl', header, `${line(1, 1).slice(0, -1)},"series":{"from":1}}`)],
      /series\.jsonl:2 is no line of a study/,
    ],
    [
      'lines of another version',
      () => ['--merge', lines('old.jsonl', header.replace('1.0.0', '0.0.9'))],
      /old\.jsonl:1 is of version 0\.0\.9 of fauxgraph/,
    ],
    [
      'lines that disagree',
      () => ['--merge', good, lines('twice.jsonl', header, line(2, 7))],
      /good\.jsonl:3 and .*twice\.jsonl:2 disagree about "few", seed 2/,
    ],
    [
      'a line of another variant',
      () => ['--merge', lines('variant.jsonl', header, line(1, 1).replace('few', 'fewer'))],
      /variant\.jsonl:2 is of another study/,
    ],
    [
      'a line without a measure',
      () => ['--merge', lines('measure.jsonl', header, line(1, 1).replace('calls', 'call'))],
      /measure\.jsonl:2 is of another study/,
    ],
    [
      'a line that is cut in the middle',
      () => ['--merge', lines('middle.jsonl', header, '{"variant', line(1, 1))],
      /middle\.jsonl:2 is no line of a study/,
    ],
    [
      'a line before its header',
      () => ['--merge', lines('early.jsonl', line(1, 1), header)],
      /early\.jsonl:1 comes before the first line/,
    ],
  ])('%s', async (_, args, message) => {
    const { code, err } = await run(...args())
    expect(err).toMatch(message)
    expect(err.match(/^error: /gm)).toHaveLength(1)
    expect(code).toBe(2)
  })

  test('a cut last line is left out with a warning, and the rest counts', async () => {
    const cut = written('cut.jsonl', `${header}\n${line(1, 4)}\n${line(2, 6)}\n${line(3, 8).slice(0, -4)}`)
    const { code, out, err } = await run('--merge', cut)
    expect(code).toBe(0)
    expect(err).toMatch(/^warning: .*cut\.jsonl:4 is cut and was left out: the other lines count\n$/)
    // Student's quantile with one degree of freedom is 12.7, and the deviation of 4 and 6 over √2 is 1.
    expect(out).toMatch(/few +5 ± 13 +4 to 6 +2\n/)
    expect(out).toContain('Missing of "few": seeds 3\n')
  })

  longTest('a mean of zero under a relative precision prints its result too', async () => {
    const zero = written(
      'zero.mjs',
      moduleText(`measures: { none: () => 0 }, replications: { least: 2, most: 3, until: { none: '5%' } },`),
    )
    const { code, out } = await run(zero)
    expect(code).toBe(2)
    expect(out).toMatch(/The mean of "none" is 0 for "few".*absolute precision such as 0\.5/)
  })
})
