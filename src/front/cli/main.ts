#!/usr/bin/env node
import { fstatSync, type Stats, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { showsColors } from './colors.ts'
import { nodeVersionProblem } from './node-version.ts'

/** Joins the lines of a text. */
const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')

const isNoPipe = (found: Stats): boolean => !found.isFIFO() && !found.isSocket()

/** The streams whose reader or disk has gone. */
const lost = new Set<unknown>()

/** Returns a function that writes to a stream, and says once if its disk is full, for example. */
function write(stream: NodeJS.WriteStream & { readonly fd: number }): (text: string) => void {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // The reader of the pipe has gone, and wants no more.
    if (code === 'EPIPE' || lost.has(stream)) return
    lost.add(stream)
    process.stderr.write(`error: the output cannot be written: ${oneLine(message)}\n`)
  })
  let isWrittenAtOnce: boolean | undefined
  return (text) => {
    // A worker writes nothing, and looks at no file before it hooks them.
    isWrittenAtOnce ??= !stream.isTTY && isNoPipe(fstatSync(stream.fd))
    if (!isWrittenAtOnce) return void stream.write(text)
    try {
      // The streams of Node drop the rest of a text of which a file took only the beginning.
      if (!lost.has(stream)) writeFileSync(stream.fd, text)
    } catch (error) {
      stream.emit('error', error)
    }
  }
}

/** Loads the command. The loader opens its many files at the same time, which may exceed the limit. */
async function load(): Promise<typeof import('./command.ts') | undefined> {
  try {
    return await import('./command.ts')
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const tooManyFiles = error instanceof Error && 'code' in error && error.code === 'EMFILE'
    const advice = tooManyFiles
      ? 'raise the limit of open files, for example with ulimit -n 1024'
      : 'reinstall it'
    process.stderr.write(`error: fauxgraph cannot be loaded: ${advice} (${oneLine(text)})\n`)
    return undefined
  }
}

// Newer versions of Node keep the compiled code for the next start of the command.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function')
  nodeModule.enableCompileCache()
const problem = nodeVersionProblem(process.versions.node)
if (problem !== undefined) process.stderr.write(`error: ${problem}\n`)
const command = problem === undefined ? await load() : undefined
const code = command
  ? await command.main(process.argv.slice(2), {
      out: write(process.stdout),
      err: write(process.stderr),
      inColor: showsColors(process.stdout, process.env),
      terminal: process.stderr,
      program: fileURLToPath(import.meta.url),
      stopped: () =>
        new Promise((resolve) => {
          process.once('SIGINT', resolve)
          process.once('SIGTERM', resolve)
        }),
    })
  : 1
// The modules of users may hold sockets or timers open: the command ends when its output is written.
process.stdout.write('', () =>
  process.stderr.write('', () => process.exit(code === 0 && lost.size > 0 ? 1 : code)),
)
