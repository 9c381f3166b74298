import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { builtPackage } from '../front/cli/install-package.ts'

/** A folder for the files of a test, and the program of the command, as it is built. */
export async function builtCommand(): Promise<{ folder: string; program: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-recording-'))
  const program = join(await builtPackage(), 'cli.js')
  return { folder, program, remove: () => rmSync(folder, { recursive: true }) }
}

/** A server in a process of its own. */
export interface Served {
  readonly child: ChildProcess
  readonly url: string
  readonly starter: Readonly<Record<string, string>>
  /** The text of its standard error so far. */
  errors(): string
  /** Kills the process as `kill -9` does, and resolves when it has ended. */
  kill(): Promise<void>
}

/**
 * Starts `fauxgraph serve --record FILE`. Rejects with its error text if it does not start.
 *
 * @param kibibytesMax The size that the system lets the file have.
 */
export function serveRecorded(program: string, file: string, kibibytesMax = 'unlimited'): Promise<Served> {
  const args = [process.execPath, program, 'serve', '--port', '0', '--json', '--record', file]
  const child = spawn('bash', ['-c', `ulimit -f ${kibibytesMax}; exec "$@"`, 'bash', ...args])
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise((resolve, reject) => {
    const ended = new Promise<void>((end) => child.once('close', () => end()))
    ended.then(() => reject(new Error(errors)))
    createInterface(child.stdout).once('line', (line) => {
      const { url, starter } = JSON.parse(line)
      const kill = () => {
        child.kill('SIGKILL')
        return ended
      }
      resolve({ child, url, starter, kill, errors: () => errors })
    })
  })
}

/** Publishes a post, and returns its id. Rejects if the server ends before it answers. */
export async function publish({ url, starter }: Served, message: string): Promise<string> {
  const response = await fetch(`${url}/${starter['page']}/feed`, {
    method: 'POST',
    body: new URLSearchParams({ message, access_token: starter['pageToken'] ?? '' }),
  })
  const { id } = await response.json()
  return id
}
