import { errorMessage } from '../../engine/values/error-message.ts'
import { isRecord } from '../../engine/values/plain-object.ts'
import { millisecondsOf } from '../../world/time/durations.ts'

const members = ['jobs', 'webhook', 'commands']

function jobProblem(name: string, job: unknown): string | undefined {
  if (!isRecord(job) || typeof job['run'] !== 'function') return `the job ${name} has no function run`
  try {
    millisecondsOf(job['every'] as never)
    return undefined
  } catch (error) {
    return `every of the job ${name}: ${errorMessage(error)}`
  }
}

/**
 * Returns the problem of the value that `sut` returned; undefined if the value is a process. One that is
 * alive by itself, by a timer or a server, needs no jobs.
 */
export function processProblem(value: unknown, isAlive = false): string | undefined {
  if (!isRecord(value)) return `returned ${value === null ? 'null' : typeof value}, not a process`
  const unknown = Object.keys(value).find((name) => !members.includes(name))
  if (unknown !== undefined)
    return `returned a process with ${unknown}; its members are ${members.join(', ')}`
  const { jobs = {}, commands = {}, webhook } = value
  if (!isRecord(jobs) || !isRecord(commands)) return 'returned jobs or commands that are not an object'
  if (webhook !== undefined && typeof webhook !== 'function') return 'returned a webhook that is no function'
  if (Object.keys(jobs).length + Object.keys(commands).length === 0 && !webhook && !isAlive)
    return 'returned a process without jobs, commands and webhook: it can do nothing'
  for (const [name, job] of Object.entries(jobs)) {
    const problem = jobProblem(name, job)
    if (problem) return `returned a wrong process: ${problem}`
  }
  const silent = Object.entries(commands).find(
    ([, command]) => !isRecord(command) || typeof command['run'] !== 'function',
  )
  return silent && `returned a wrong process: the command ${silent[0]} has no function run`
}
