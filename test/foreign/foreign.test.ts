import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/*
 * The explorations themselves need sources that are no part of this project: `npm run check -- foreign`.
 */
const folder = import.meta.dirname
interface Bug {
  readonly bug: string
  readonly known?: string
  readonly reports: readonly string[]
}
interface Program {
  readonly name: string
  readonly repository: string
  readonly commit: string
  readonly bugs: readonly Bug[]
}
interface Assessment {
  readonly assess: (
    program: Pick<Program, 'name' | 'bugs'>,
    result: object | undefined,
    error?: string,
  ) => { readonly bugs: readonly object[]; readonly all: number }
  readonly linesOf: (program: Program, folder: string) => number
}
const programs: readonly Program[] = JSON.parse(readFileSync(join(folder, 'programs.json'), 'utf8'))
const { assess, linesOf }: Assessment = await import(`${folder}/assess.mjs`)

test.each(programs)('$name names a commit, bugs and their reports', ({ repository, commit, bugs }) => {
  expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/)
  expect(commit).toMatch(/^[0-9a-f]{40}$/)
  expect(bugs.length).toBeGreaterThan(0)
  for (const { bug, known, reports } of bugs) {
    expect(bug).not.toBe('')
    expect(known ?? 'abcdef0').toMatch(/^[0-9a-f]{7,40}$/)
    expect(reports.length).toBeGreaterThan(0)
    for (const pattern of reports) expect(() => new RegExp(pattern)).not.toThrow()
  }
})

test.each(programs)('$name needs at most 15 lines of configuration', (program) => {
  const lines = linesOf(program, join(folder, 'configs'))
  expect(lines).toBeGreaterThan(0)
  expect(lines).toBeLessThanOrEqual(15)
})

test('each configuration belongs to a program, and each program is another one', () => {
  const names = programs.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const files = readdirSync(join(folder, 'configs')).map((file) => file.replace(/\.\w+$/, ''))
  expect([...new Set(files)].sort()).toEqual([...names].sort())
})

const failure = (kind: string) => ({ oracle: 'baseline', kind, run: 7, parts: 2, text: `text of ${kind}` })
const bugs = [
  { bug: 'loses', reports: ['baseline: leads lost'] },
  { bug: 'refuses', reports: ['^note: .* with 401'] },
]

test('reports are told apart by the bug that they point at', () => {
  const failures = [failure('leads lost'), failure('leads strange')]
  const result = { failures, notes: ['answered with 401'], runs: 9, seconds: 1 }
  expect(assess({ name: 'program', bugs }, result)).toMatchObject({
    program: 'program',
    bugs: [{ run: 7, parts: 2 }, { run: 9 }],
    atBug: 2,
    all: 3,
    strange: ['text of leads strange'],
  })
})

test('a bug without a report is not found', () => {
  const { bugs: found, all } = assess({ name: 'program', bugs }, undefined, 'no sources')
  expect([found, all]).toEqual([bugs, 0])
})
