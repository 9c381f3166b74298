// Reads a server as an open page of the inspector does: the stream of steps, and what surrounds the world at
// most twice a second after steps came. A line on its input opens the stream, and the next one closes it.
import { createInterface } from 'node:readline'

const [, , url] = process.argv
const PAUSE_MS = 500

async function view(signal) {
  const { body } = await fetch(`${url}/_sim/stream`, { signal })
  let isWaiting = false
  console.log('open')
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    if (isWaiting || part.length < 20) continue
    isWaiting = true
    setTimeout(async () => {
      isWaiting = false
      await fetch(`${url}/_sim/around`, { signal }).then(
        (answer) => answer.json(),
        () => {},
      )
    }, PAUSE_MS)
  }
}

let open
for await (const _ of createInterface({ input: process.stdin })) {
  if (open) {
    open.abort()
    open = undefined
    console.log('closed')
  } else {
    open = new AbortController()
    view(open.signal).catch(() => {})
  }
}
