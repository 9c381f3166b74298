import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { errorCode } from '../../../server/http/error-code.ts'
import type { Shell } from './shell.ts'

/** Milliseconds for a command to end after the user has stopped it. */
const ENDING_MS = 10_000

const failures: Readonly<Record<string, readonly [code: number, message: string]>> = {
  ENOENT: [127, 'was not found: check its name, and that its folder is in PATH'],
  EACCES: [126, 'cannot be run: permission denied'],
}

/** The exit code of a process that a signal ended, as shells count it. */
const codeOfSignal = (signal: NodeJS.Signals | null): number =>
  128 + (signal === null ? 0 : constants.signals[signal])

const quoted = (word: string): string =>
  /^[\w./:=@\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`

/** Returns the words that start a command. On Windows a shell does, because npm and npx are scripts there. */
export function commandStart(words: readonly string[], platform = process.platform) {
  const [name = '', ...args] = words
  if (platform !== 'win32') return { name, args, shell: false }
  return { name: words.map(quoted).join(' '), args: [], shell: true }
}

/**
 * Runs a command with variables in addition to those of this process, and returns its exit code: 127 if it
 * does not exist, 126 if it may not be run, as shells do.
 */
export function runCommand(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  shell: Shell,
): Promise<number> {
  return new Promise((resolve) => {
    const { name, args, shell: byShell } = commandStart(words)
    const env = { ...process.env, ...variables }
    const child = spawn(name, args, { stdio: 'inherit', env, shell: byShell })
    let timer: NodeJS.Timeout | undefined
    void shell.stopped().then((signal) => {
      // A terminal sends its interrupt to the command too.
      if (signal !== 'SIGINT' || !shell.terminal.isTTY) child.kill(signal === 'SIGINT' ? signal : 'SIGTERM')
      timer = setTimeout(() => child.kill('SIGKILL'), ENDING_MS)
    })
    const end = (code: number) => {
      clearTimeout(timer)
      resolve(code)
    }
    child.once('error', (error) => {
      const [code, message] = failures[errorCode(error)] ?? [126, `cannot be run: ${error.message}`]
      shell.err(`error: the command ${name} ${message}\n`)
      end(code)
    })
    child.once('exit', (code, signal) => end(code ?? codeOfSignal(signal)))
  })
}
