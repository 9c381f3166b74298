import { Agent, get } from 'node:http'

/** One request, its answer read to the end; the time it took in milliseconds. */
function timeOf(port: number, path: string, agent: Agent | false): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers: { host: 'localhost' } }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - started)
          : reject(new Error(`The status of another client's answer is ${response.statusCode}`)),
      )
    }).on('error', reject)
  })
}

/** Times of requests by four clients, two of which open a connection for each; sorted. */
export async function timesOf(port: number, path: string, milliseconds: number): Promise<number[]> {
  const kept = new Agent({ keepAlive: true })
  const end = performance.now() + milliseconds
  const times: number[] = []
  const client = async (agent: Agent | false) => {
    while (performance.now() < end) times.push(await timeOf(port, path, agent))
  }
  await Promise.all([kept, kept, false as const, false as const].map(client))
  kept.destroy()
  return times.sort((left, right) => left - right)
}

/** The value below which 99 of 100 of sorted values lie. */
export const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0
