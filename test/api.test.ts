import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiReport } from './declarations/api.ts'

const root = join(import.meta.dirname, '..')
const path = join(root, 'test/declarations/api.txt')
const report = apiReport(root)

if (process.env['FAUXGRAPH_API'] === 'renew') writeFileSync(path, report)

test('the API report lists the public surface', () => {
  const renew = 'renew it with FAUXGRAPH_API=renew npx vitest run test/api.test.ts'
  expect(report, renew).toBe(readFileSync(path, 'utf8'))
})

test.each([
  [
    'a function without its body',
    'export function restoreWorld<A extends Area = never>(from: unknown, options: RestoreOptions<A> = {}): World<A>;',
  ],
  ['a constant with its type', 'export const contractPolicy: Policy;'],
  ['an operation', 'readPhoto(params: ReadPhotoParams): CallOutcome<Photo>;'],
  ['a type under another name', '// ServiceState is exported as State'],
  ['a declaration of another entry', '// Trace: see fauxgraph'],
  ['a type that a declaration names', 'export interface ServiceContents {'],
  ['the schema that a type follows from', 'export const TimedFaultRule = z.strictObject({'],
])('the API report lists %s', (_, line) => {
  expect(report.split('\n').map((text) => text.trim())).toContain(line)
})

test('the API report has every entry of the package', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json')
  const headings = entries.map((entry) => `# ${entry.replace('.', 'fauxgraph')}`)
  expect(
    report
      .split('\n')
      .filter((line) => line.startsWith('# fauxgraph'))
      .sort(),
  ).toEqual(headings.sort())
})

test('the API report has no comments of the sources', () => {
  expect(report).not.toContain('/**')
})
