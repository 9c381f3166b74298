import { once } from 'node:events'
import { connect } from 'node:net'

/** The host of every request: another name below localhost would select a world that is never put back. */
export const HOST = 'localhost'

export const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'

/** The body of an answer. */
export const bodyOf = (answer) => answer.utf8Slice(answer.indexOf('\r\n\r\n') + 4)

/**
 * A connection that stays open and sends texts of requests one after the other. An HTTP client would cost
 * more than the servers, and so hide the difference between them.
 */
export async function connectionTo(port) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  let [received, answered] = [Buffer.alloc(0), undefined]
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.latin1Slice(0, Math.max(0, end))) ?? []
    if (end < 0 || received.length < end + 4 + Number(length)) return
    const answer = received
    received = Buffer.alloc(0)
    answered(answer)
  })
  return {
    ask: (text) =>
      new Promise((resolve) => {
        answered = resolve
        socket.write(text)
      }),
    close: () => socket.destroy(),
  }
}
