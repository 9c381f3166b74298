import { connect } from 'node:net'

/** A response over a raw connection. */
export interface RawResponse {
  /** 0 if the connection ended without an answer. */
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Sends bytes unchanged to a port of this machine, and reads until the connection ends. */
export function raw(port: number, bytes: string | Uint8Array, milliseconds = 5_000): Promise<RawResponse> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      const [head = '', ...rest] = text.split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: rest.join('\r\n\r\n'),
      })
    }
    const timer = setTimeout(done, milliseconds)
    socket.on('connect', () => socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes))
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
    })
    socket.on('error', () => {})
    socket.on('close', done)
  })
}

/** The bytes of a request that closes its connection. */
export function wire(line: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const all = {
    connection: 'close',
    ...(body === '' ? {} : { 'content-length': String(body.length) }),
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`
}
