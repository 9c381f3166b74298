import { Agent, get } from 'node:http'

/** One request, its answer read to the end; the time it took in milliseconds. */
function timeOf(port: number, path: string, agent: Agent | false): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent, timeout: 5_000, headers: { host: 'localhost' } }
    const request = get(options, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - started)
          : reject(new Error(`The status of another client's answer is ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('No answer came in five seconds')))
  })
}

/** How long a client waits between two requests, in milliseconds: a server without rest shows its queue alone. */
const REST_MS = 15

/** What clients met. */
export interface Met {
  /** Times of answers in milliseconds. */
  readonly times: number[]
  /** How many requests got no answer, or not in five seconds, or a wrong one. */
  failed: number
}

/** Sends requests by four clients, two of which open a connection for each. */
export async function meet(port: number, path: string, milliseconds: number): Promise<Met> {
  const kept = new Agent({ keepAlive: true })
  const end = performance.now() + milliseconds
  const met: Met = { times: [], failed: 0 }
  const client = async (agent: Agent | false) => {
    while (performance.now() < end) {
      try {
        met.times.push(await timeOf(port, path, agent))
      } catch {
        met.failed++
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    }
  }
  await Promise.all([kept, kept, false as const, false as const].map(client))
  kept.destroy()
  return met
}

/** The value below which 99 of 100 values lie. */
export const p99 = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.99)] ?? Number.NaN
