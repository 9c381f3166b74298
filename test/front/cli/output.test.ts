import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { builtPackage } from './install-package.ts'

let program: string

beforeAll(async () => {
  program = join(await builtPackage(), 'cli.js')
})

/** Runs the command in a shell, as `before $command after`. */
function inShell(line: string) {
  const words = ['-c', line.replace('$command', '"$0" "$1" openapi'), process.execPath, program]
  const { status, stdout, stderr } = spawnSync('sh', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return { status, stdout, stderr }
}

// docs/stability.md: 0 means that everything was done, 1 is any error but that of an argument or a named file.
describe.runIf(process.platform === 'linux')('the output of the command', () => {
  test('on a full disk is an error', () => {
    const { status, stderr } = inShell('$command > /dev/full')
    expect(stderr).toMatch(/^error: the output cannot be written: ENOSPC[^\n]*\n$/)
    expect(status).toBe(1)
  })

  test('in a file that takes only its beginning is an error', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-output-'))
    const file = join(folder, 'out.json')
    const { status, stderr } = inShell(`trap '' XFSZ; ulimit -f 8; $command > '${file}'`)
    expect(readFileSync(file, 'utf8').length).toBeGreaterThan(0)
    expect(stderr).toMatch(/^error: the output cannot be written: EFBIG[^\n]*\n$/)
    expect(status).toBe(1)
    rmSync(folder, { recursive: true })
  })

  test('whose reader has gone is none', () => {
    expect(inShell('{ $command; echo "$?" >&2; } | head -c 1')).toEqual({
      status: 0,
      stdout: '{',
      stderr: '0\n',
    })
  })

  test('is the document, in a pipe and in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-output-'))
    const file = join(folder, 'out.json')
    const piped = inShell('$command')
    expect(inShell(`$command > '${file}'`)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(JSON.parse(piped.stdout)).toEqual(JSON.parse(readFileSync(file, 'utf8')))
    rmSync(folder, { recursive: true })
  })
})
