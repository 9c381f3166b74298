import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const agent = new Agent({ keepAlive: true })
const json = { 'content-type': 'application/json' }

/** Calls a server, and answers the milliseconds until the last byte of the answer. */
function call(url, method, body) {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: body ? json : {} }, (response) => {
      response.on('data', () => {})
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - from)
        else reject(new Error(`${method} ${url}: ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const { targets, rounds, warmUp, submissionsEvery } = workerData
const spent = targets.map(() => [])
for (let round = -warmUp; round < rounds; round++) {
  // They take turns in going first.
  const order = round % 2 === 0 ? [0, 1] : [1, 0]
  for (const at of order) {
    const { url, calls, submit } = targets[at]
    if (round % submissionsEvery === 0) await call(`${url}/_sim/actions/submitLead`, 'POST', submit)
    const [method, path] = calls[(round + warmUp) % calls.length]
    const milliseconds = await call(url + path, method)
    if (round >= 0) spent[at].push(milliseconds)
  }
}
parentPort.postMessage(spent)
