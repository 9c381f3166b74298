import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const chunk = Buffer.alloc(64 * 1024)

function flood(response) {
  response.writeHead(200, { 'content-length': String(1024 ** 3) })
  const more = () => {
    while (response.writable && response.write(chunk)) {}
  }
  response.on('drain', more)
  more()
}

function drip(response) {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 10)
  response.on('close', () => clearInterval(timer))
}

const behaviors = {
  'never answers': () => {},
  drips: (_, response) => drip(response),
  resets: (request) => request.socket.resetAndDestroy(),
  'answers 500': (_, response) => response.writeHead(500).end('no'),
  'sends 1 GB': (_, response) => flood(response),
  'answers 200': (_, response) => response.end('EVENT_RECEIVED'),
}

let requests = 0
const server = createServer((request, response) => {
  requests++
  request.on('error', () => {})
  response.on('error', () => {})
  behaviors[workerData](request, response)
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }))
parentPort.on('message', () => parentPort.postMessage({ requests }))
