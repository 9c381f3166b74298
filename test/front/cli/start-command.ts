import { main } from '../../../src/front/cli/command.ts'

/** Starts a command as a shell does: `started` resolves after the first output, `stop` sends the signal. */
export function startCommand(args: readonly string[], { inColor = false, program = '', run = main } = {}) {
  const written = { out: '', err: '' }
  let wrote = () => {}
  let stop: (value?: unknown) => void = () => {}
  const line = new Promise<void>((resolve) => {
    wrote = resolve
  })
  const stopped = new Promise((resolve) => {
    stop = resolve
  })
  const code = run(args, {
    out(text) {
      written.out += text
      wrote()
    },
    err(text) {
      written.err += text
    },
    inColor,
    terminal: { isTTY: true, write: () => {} },
    program,
    stopped: () => stopped,
  })
  return { written, code, stop, started: Promise.race([line, code]) }
}
