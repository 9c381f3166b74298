#!/usr/bin/env node
import { main } from './command.ts'

const write = (stream: NodeJS.WriteStream) => {
  // Whoever read this has gone: there is nobody left to tell.
  stream.on('error', () => {})
  return (text: string) => void stream.write(text)
}

process.exitCode = await main(process.argv.slice(2), {
  out: write(process.stdout),
  err: write(process.stderr),
  stopped: () =>
    new Promise((resolve) => {
      process.once('SIGINT', resolve)
      process.once('SIGTERM', resolve)
    }),
})
