import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..', '..', '..')

/** Builds the command once, outside the checkout; `FAUXGRAPH_CLI` names another build to measure. */
function buildCommand(): string {
  const given = process.env['FAUXGRAPH_CLI']
  if (given !== undefined) return given
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(root, 'package.json'), join(folder, 'package.json'))
  const outDir = join(folder, 'dist')
  execFileSync('npx', ['vite', 'build', '--logLevel', 'error', '--outDir', outDir], { cwd: root })
  return join(outDir, 'cli.js')
}

let command: string | undefined

/** The path of the built command. */
export function builtCommand(): string {
  command ??= buildCommand()
  return command
}

/** A server in a separate process. */
export interface ServerProcess extends AsyncDisposable {
  readonly port: number
  readonly starter: { readonly [name: string]: string }
  /** The text on its error stream. */
  readonly errors: () => string
  /** Resident memory in MiB: current and peak. */
  readonly memory: () => { readonly now: number; readonly peak: number }
  /** CPU time in milliseconds. */
  readonly cpu: () => number
}

const memoryIn = (status: string, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  // Linux counts CPU time in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no output')
  for await (const line of createInterface(child.stdout)) return line
  throw new Error('The server ended without output')
}

/** Starts a server with the starter world. `shell` may set limits first, such as `ulimit -n 128`. */
export async function startServer(shell = 'true'): Promise<ServerProcess> {
  const script = `${shell}; exec node ${builtCommand()} serve --port 0 --json`
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const { url, starter } = JSON.parse(await firstLine(child))
  const pid = child.pid ?? 0
  return {
    port: Number(new URL(url).port),
    starter,
    errors: () => errors,
    memory() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return { now: memoryIn(status, 'VmRSS'), peak: memoryIn(status, 'VmHWM') }
    },
    cpu: () => cpuOf(pid),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
