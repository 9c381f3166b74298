import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/*
 * Hosts outside the world: sockets of this process, which count what arrives. And the clients by which
 * programs reach for them.
 */

let count = 0
let port = 0
let namesPort = 0

/** Lets the hosts listen while the tests of a file run. */
export function listenForAll(): void {
  const server = createServer((socket) => {
    count++
    socket.destroy()
  })
  const names = createSocket('udp4').on('message', () => count++)
  beforeAll(async () => {
    count = 0
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await new Promise<void>((resolve) => names.bind(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
    namesPort = names.address().port
  })
  afterAll(async () => {
    names.close()
    await new Promise((resolve) => server.close(resolve))
  })
}

/** Waits a moment. Returns how many connections and messages have arrived. */
export async function arrived(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 20))
  return count
}

const script = `require('net').connect(+process.argv[1], '127.0.0.1')`

/** Each client, the lines that it is used by, and what the report says of it; HOST is the address. */
export const clients: readonly [client: string, imports: string, call: string, said: string][] = [
  ['fetch', '', `await fetch('http://HOST/')`, 'fetched http://HOST/'],
  [
    'node:http',
    `import http from 'node:http'`,
    `await new Promise((resolve, reject) => http.get('http://HOST/', resolve).on('error', reject))`,
    'connected to HOST',
  ],
  [
    'node:http, by a request of its class',
    `import { ClientRequest } from 'node:http'`,
    `await new Promise((resolve) => new ClientRequest('http://HOST/').on('response', resolve).end())`,
    'connected to HOST',
  ],
  [
    'node:https',
    `import https from 'node:https'`,
    `await new Promise((resolve, reject) => https.get('https://HOST/', resolve).on('error', reject))`,
    'connected to HOST',
  ],
  [
    'node:http2',
    `import http2 from 'node:http2'`,
    `http2.connect('http://HOST')`,
    'connected to http://HOST',
  ],
  ['axios', `import axios from 'axios'`, `await axios.get('http://HOST/')`, 'connected to HOST'],
  ['got', `import got from 'got'`, `await got('http://HOST/', { retry: { limit: 0 } })`, 'connected to HOST'],
  ['node-fetch', `import load from 'node-fetch'`, `await load('http://HOST/')`, 'connected to HOST'],
  ['undici', `import { request } from 'undici'`, `await request('http://HOST/')`, 'connected to HOST'],
  [
    'node:net',
    `import net from 'node:net'`,
    `await new Promise((resolve) => net.connect(PORT, '127.0.0.1', resolve))`,
    'connected to HOST',
  ],
  [
    'a socket of node:net',
    `import { Socket } from 'node:net'`,
    `await new Promise((resolve) => new Socket().connect({ port: PORT, host: '127.0.0.1' }, resolve))`,
    'connected to HOST',
  ],
  [
    'node:tls',
    `import tls from 'node:tls'`,
    `await new Promise((resolve) => tls.connect({ port: PORT, host: '127.0.0.1' }, resolve))`,
    'connected to HOST',
  ],
  [
    'node:dgram',
    `import { createSocket } from 'node:dgram'`,
    `createSocket('udp4').send('hello', NAMES, '127.0.0.1')`,
    'opened a UDP socket',
  ],
  [
    'a resolver of names',
    `import { Resolver } from 'node:dns'`,
    `const resolver = new Resolver()
    resolver.setServers(['127.0.0.1:NAMES'])
    await new Promise((resolve) => resolver.resolve4('crm.example', resolve))`,
    'asked a DNS server for crm.example',
  ],
  [
    'a resolver with promises',
    `import { Resolver } from 'node:dns/promises'`,
    `const resolver = new Resolver()
    resolver.setServers(['127.0.0.1:NAMES'])
    await resolver.resolveMx('crm.example')`,
    'asked a DNS server for crm.example',
  ],
  [
    'the names of the system',
    `import { resolveSrv } from 'node:dns/promises'`,
    `await resolveSrv('crm.example')`,
    'asked a DNS server for crm.example',
  ],
  [
    'a looked-up name',
    `import { lookup } from 'node:dns/promises'\nimport net from 'node:net'`,
    `const { address } = await lookup('crm.example')
    await new Promise((resolve) => net.connect(PORT, address, resolve))`,
    'connected to HOST',
  ],
  ...(
    [
      ['execFile', `execFile(process.execPath, ['-e', SCRIPT, 'PORT'])`],
      ['execFileSync', `execFileSync(process.execPath, ['-e', SCRIPT, 'PORT'])`],
      ['spawn', `spawn(process.execPath, ['-e', SCRIPT, 'PORT'])`],
      ['spawnSync', `spawnSync(process.execPath, ['-e', SCRIPT, 'PORT'])`],
      ['exec', `exec('true')`],
      ['execSync', `execSync('true')`],
      ['fork', `fork('child.mjs')`],
    ] as const
  ).map(([name, call]): [string, string, string, string] => [
    `${name} of node:child_process`,
    `import { ${name} } from 'node:child_process'`,
    call,
    'started the program',
  ]),
  [
    'a socket of node:dgram',
    `import { Socket } from 'node:dgram'`,
    `new Socket('udp4').send('hello', NAMES, '127.0.0.1')`,
    'opened a UDP socket',
  ],
  [
    'the class of child processes',
    `import { ChildProcess } from 'node:child_process'`,
    `const { execPath } = process
    new ChildProcess().spawn({ file: execPath, args: [execPath, '-e', SCRIPT, 'PORT'], stdio: 'ignore' })`,
    'started the program',
  ],
  [
    'an internal of Node',
    '',
    `const { TCP, TCPConnectWrap } = process.binding('tcp_wrap')
    new TCP(0).connect(new TCPConnectWrap(), '127.0.0.1', PORT)`,
    'asked Node for its internal tcp_wrap',
  ],
  [
    'a worker thread',
    `import { Worker } from 'node:worker_threads'`,
    `new Worker(SCRIPT, { eval: true, argv: ['PORT'] })`,
    'started a worker thread',
  ],
]

/** A text with the addresses of the hosts. */
export const filled = (text: string): string =>
  text
    .replaceAll('HOST', `127.0.0.1:${port}`)
    .replaceAll('PORT', String(port))
    .replaceAll('NAMES', String(namesPort))
    .replaceAll('SCRIPT', JSON.stringify(script))
