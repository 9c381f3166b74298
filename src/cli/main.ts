#!/usr/bin/env node
const write = (stream: NodeJS.WriteStream) => {
  // Whoever read this has gone: there is nobody left to tell.
  stream.on('error', () => {})
  return (text: string) => void stream.write(text)
}

/** A text on one line. */
const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')

/** Loads the command. It consists of many files, which the loader opens at the same time. */
async function load(): Promise<typeof import('./command.ts') | undefined> {
  try {
    return await import('./command.ts')
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const isShort = error instanceof Error && 'code' in error && error.code === 'EMFILE'
    const advice = isShort
      ? 'raise the limit of open files, for example with ulimit -n 1024'
      : 'install it anew'
    process.stderr.write(`error: fauxgraph cannot be loaded: ${advice} (${oneLine(text)})\n`)
    return undefined
  }
}

const command = await load()
process.exitCode = command
  ? await command.main(process.argv.slice(2), {
      out: write(process.stdout),
      err: write(process.stderr),
      stopped: () =>
        new Promise((resolve) => {
          process.once('SIGINT', resolve)
          process.once('SIGTERM', resolve)
        }),
    })
  : 1
