import { Agent, get } from 'node:http'

/** Sends one request, and returns the milliseconds until its answer ended. */
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

/** Milliseconds between two requests of a client, so that not only the queue of the server is measured. */
const REST_MS = 15

/** Latencies of some clients. */
export interface Latencies {
  /** Times of answers in milliseconds. */
  readonly times: number[]
  /** Requests without an answer in five seconds, or with a wrong one. */
  failed: number
}

/** Measures four clients. Two of them open a connection for each request. */
export async function measureLatencies(port: number, path: string, milliseconds: number): Promise<Latencies> {
  const keepAlive = new Agent({ keepAlive: true })
  const end = performance.now() + milliseconds
  const latencies: Latencies = { times: [], failed: 0 }
  const client = async (agent: Agent | false) => {
    while (performance.now() < end) {
      try {
        latencies.times.push(await timeOf(port, path, agent))
      } catch {
        latencies.failed++
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    }
  }
  await Promise.all([keepAlive, keepAlive, false as const, false as const].map(client))
  keepAlive.destroy()
  return latencies
}

/** The 99th percentile. */
export const p99 = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.99)] ?? Number.NaN
