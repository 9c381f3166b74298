// Holds connections of a server, in a separate process: node attackers.mjs PORT ATTACK, where ATTACK is JSON.
// It opens `count` connections, `perSecond` in each second, sends `begin` on each and then `drip` once a
// second, reads answers or not, and opens a connection again `againAfter` milliseconds after the server closed
// it. On SIGTERM it prints when it opened each connection that the server closed, and when it saw the end,
// in milliseconds since 1970, and ends.
import { connect } from 'node:net'

const [port, attack] = [Number(process.argv[2]), JSON.parse(process.argv[3])]
const { count, perSecond, begin, drip, reads, againAfter } = attack
const held = []

function open() {
  const opened = Date.now()
  const socket = connect(port, '127.0.0.1', () => socket.write(begin, 'latin1'))
  // If nobody reads from a connection, only a write shows that the other side has closed it. HTTP ignores
  // empty lines before a request.
  const timer = setInterval(() => socket.write(reads ? drip : '\r\n', 'latin1'), 1_000)
  if (reads) socket.resume()
  else socket.pause()
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(timer)
    held.push([opened, Date.now()])
    setTimeout(open, againAfter)
  })
}

for (let at = 0; at < count; at++) setTimeout(open, (at * 1_000) / perSecond)

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify({ held }), () => process.exit(0))
})
