import { execFileSync } from 'node:child_process'

/** Runs a shell command. Returns its exit code and everything that it printed. */
export function runCommand(command, cwd, environment = {}) {
  const env = { ...process.env, NO_COLOR: '1', ...environment }
  try {
    const options = { cwd, env, shell: true, encoding: 'utf8', timeout: 300_000, maxBuffer: 2 ** 26 }
    return { code: 0, text: execFileSync(`${command} 2>&1`, options) }
  } catch (error) {
    return { code: error.status ?? 1, text: error.stdout }
  }
}
