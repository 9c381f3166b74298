// Sends the requests of a file with a client of Node, and prints a line for each answer: `node send.mjs FILE axios`.
import { readFileSync } from 'node:fs'

/** Each returns the status and the bytes of an answer. */
const senders = {
  async axios({ method, url, headers, body }) {
    const { default: axios } = await import('axios')
    const responseType = 'arraybuffer'
    const { status, data } = await axios({
      method,
      url,
      headers,
      data: body,
      responseType,
      validateStatus: null,
    })
    return [status, data]
  },
  async got({ method, url, headers, body }) {
    const { default: got } = await import('got')
    const options = {
      allowGetBody: true,
      throwHttpErrors: false,
      responseType: 'buffer',
      retry: { limit: 0 },
    }
    const answer = await got(url, { method, headers, body, ...options })
    return [answer.statusCode, answer.body]
  },
  async 'node-fetch'({ method, url, headers, body }) {
    const { default: fetch } = await import('node-fetch')
    // It refuses a GET with a body, as the standard says.
    const answer = await fetch(url, { method, headers, ...(method !== 'GET' && { body }) })
    return [answer.status, Buffer.from(await answer.arrayBuffer())]
  },
}

const [, , file, client] = process.argv
for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
  const [method, url, headers, body] = line.split('\t')
  const lines = Buffer.from(headers, 'base64').toString().split('\n').filter(Boolean)
  const [status, answer] = await senders[client]({
    ...{ method, url },
    headers: Object.fromEntries(lines.map((one) => one.split(/: (.*)/s).slice(0, 2))),
    ...(body !== '-' && { body: Buffer.from(body, 'base64') }),
  })
  console.log(`${status}\t${Buffer.from(answer).toString('base64')}`)
}
process.exit()
