import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineExploration } from '../../../src/explore/index.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'outside-executable-'))
  mkdirSync(join(root, 'bin'))
  execFileSync('mkfifo', [join(root, 'pipe')])
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A segment of an ELF file: its type, whether it can be written, and its bytes. */
type Segment = readonly [type: 'loaded' | 'linker' | 'notes', isWritable: boolean, content: string]

/** An ELF file of 64 bits, little end first, as the System V ABI describes it, with a header and segments. */
function elf(...segments: Segment[]): Buffer {
  const [headLength, entryLength] = [64, 56]
  const head = Buffer.alloc(headLength)
  head.write('\x7fELF\x02\x01\x01', 'latin1')
  head.writeBigUInt64LE(BigInt(headLength), 32)
  head.writeUInt16LE(entryLength, 54)
  head.writeUInt16LE(segments.length, 56)
  // More than is read at once lies between the headers and what the segments have.
  let at = 300_000
  const parts = segments.map(([type, isWritable, content]) => {
    const entry = Buffer.alloc(entryLength)
    entry.writeUInt32LE({ loaded: 1, linker: 3, notes: 4 }[type], 0)
    entry.writeUInt32LE(isWritable ? 6 : 4, 4)
    entry.writeBigUInt64LE(BigInt(at), 8)
    entry.writeBigUInt64LE(BigInt(content.length), 32)
    at += content.length
    return { entry, content: Buffer.from(content, 'latin1') }
  })
  const table = Buffer.concat([head, ...parts.map(({ entry }) => entry)])
  return Buffer.concat([table, Buffer.alloc(300_000 - table.length), ...parts.map(({ content }) => content)])
}

const linker: Segment = ['linker', false, '/lib64/ld-linux-x86-64.so.2\0']
/** A note: the lengths of its name and content, its type, its name and its content. */
const note = (name: string, type: string): Segment => [
  'notes',
  false,
  `\x04\0\0\0\x04\0\0\0${type}\0\0\0${name.padEnd(4, '\0')}1234`,
]
const goId = note('Go', '\x04')
const goData = '\xff Go buildinf:\x08\x02'

const sizeless = elf(['loaded', true, goData])
sizeless.writeUInt16LE(0, 54)
sizeless.writeUInt16LE(65_535, 56)

/** Defines an exploration of a command with the time of its world. */
const define = (command: readonly string[], time: 'real' | 'faketime' = 'faketime') =>
  defineExploration({ root, command, time, env: { PATH: join(root, 'bin') } })

test.each<readonly [title: string, content: string | Buffer, reason: RegExp]>([
  [
    'a program that is linked statically',
    elf(['loaded', true, 'data']),
    /^bin\/program is linked statically/,
  ],
  ['a static program of Go', elf(goId), /^bin\/program is a program of Go/],
  ['a dynamic program of Go', elf(linker, note('GNU', '\x03'), goId), /^bin\/program is a program of Go/],
  [
    'one without the id of its build',
    elf(linker, ['loaded', true, goData]),
    /^bin\/program is a program of Go/,
  ],
  ['a script whose interpreter is linked statically', '#! ROOT/static -x\n1', /^static is linked statically/],
  ['a script that env starts', '#!/usr/bin/env interpreter\n1', /^bin\/interpreter is linked statically/],
])('the time of its world is refused for %s', (_, content, reason) => {
  for (const name of ['static', 'bin/interpreter']) writeFileSync(join(root, name), elf(), { mode: 0o755 })
  const file = join(root, 'bin', 'program')
  writeFileSync(file, typeof content === 'string' ? content.replace('ROOT', root) : content, { mode: 0o755 })
  const words = [['program'], ['./bin/program', 'once'], [file]]
  for (const command of words) {
    let message = ''
    try {
      define(command)
    } catch (thrown) {
      message = String(thrown)
    }
    const [before, after = ''] = message.split(`time must be 'real', as ${root}/`)
    expect(before).toBe('TypeError: defineExploration: ')
    expect(after).toMatch(reason)
    expect(after).toContain(': libfaketime cannot give it the time of its world')
  }
  expect(() => define(words[0] ?? [], 'real')).not.toThrow()
})

test.each<readonly [title: string, content: string | Buffer]>([
  ['a program that is linked dynamically', elf(linker, note('GNU', '\x04'), ['loaded', true, 'data'])],
  [
    'a program with words of Go among its constants',
    elf(linker, note('GNU', '\x03'), ['loaded', false, goData + goId[2]], ['loaded', true, goId[2]]),
  ],
  ['a file of many segments without a size', sizeless],
  ['an ELF file whose end is missing', elf(goId).subarray(0, 70)],
  ['a script that is its own interpreter', '#!ROOT/bin/program'],
  ['a script without an interpreter', 'echo 1'],
  ['a script whose first line names none', '#!\n1'],
  ['an empty file', ''],
])('the time of its world is not refused for %s', (_, content) => {
  const file = join(root, 'bin', 'program')
  writeFileSync(file, typeof content === 'string' ? content.replace('ROOT', root) : content, { mode: 0o755 })
  expect(() => define(['program'])).not.toThrow()
})

test('what cannot be read is left to its start', () => {
  for (const command of [['none'], ['./none'], ['./bin'], ['./pipe']])
    expect(() => define(command)).not.toThrow()
})
