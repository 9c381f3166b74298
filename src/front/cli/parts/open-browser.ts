import { spawn } from 'node:child_process'

/** The command that opens an address in the browser of a person, by platform. */
const commands: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the browser of this machine. Prints a warning if there is none. */
export function openBrowser(url: string, err: (text: string) => void): void {
  const [command, ...args] = commands[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', () => err(`warning: no browser could be opened: open ${url} yourself\n`))
  child.unref()
}
