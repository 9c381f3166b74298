/*
 * A webhook as a program that listens: it keeps the leads that notices tell of in a file. VARIANT says what is
 * wrong with it.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { ask } from './ask.mjs'

const { API, FORM, PAGE, TOKEN, PORT, VARIANT = 'right' } = process.env

const load = () => (existsSync('leads.json') ? JSON.parse(readFileSync('leads.json', 'utf8')) : [])

/** Keeps a lead, in one step: a process may die at any instant. */
function keep(lead) {
  const leads = load()
  // Wrong: a notice may come twice.
  const isKnown = leads.some(({ id, at }) => id === lead.id && at === lead.at)
  if (!['keeps all', 'takes its time'].includes(VARIANT) && isKnown) return
  writeFileSync('leads.json.new', JSON.stringify([...leads, lead]))
  renameSync('leads.json.new', 'leads.json')
}

async function take(text) {
  const changes = JSON.parse(text).entry.flatMap((entry) => entry.changes)
  // Wrong: a notice may tell of several changes.
  for (const { value } of VARIANT === 'takes one' ? changes.slice(0, 1) : changes) {
    const query = new URLSearchParams({ fields: 'id,created_time', access_token: TOKEN })
    const { id } = await ask('GET', `${API}/v24.0/${value.leadgen_id}?${query}`)
    // Wrong: a notice may come again in another second.
    keep({ id, ...(VARIANT === 'knows a lead by its second' && { at: Math.floor(Date.now() / 1_000) }) })
  }
}

/** Wrong: one that works by a queue in memory forgets what it has taken when it dies. */
const isKept = VARIANT === 'keeps its queue'
const queue = isKept && existsSync('queue.json') ? JSON.parse(readFileSync('queue.json', 'utf8')) : []

function keepQueue() {
  if (!isKept) return
  writeFileSync('queue.json.new', JSON.stringify(queue))
  renameSync('queue.json.new', 'queue.json')
}

/** Works as a queue does: it looks for work at an interval. */
async function work() {
  for (const text of [...queue])
    await take(text).then(
      () => {
        queue.splice(queue.indexOf(text), 1)
        keepQueue()
      },
      () => {},
    )
  setTimeout(work, isKept ? 500 : 300)
}
if (isKept || VARIANT === 'works by a queue') work()

const done = new Set()
/** Looks for new leads at an interval. */
async function poll() {
  const list = `${API}/v24.0/${FORM}/leads?access_token=${TOKEN}&at=${Date.now()}`
  const { data = [] } = await ask('GET', list).catch(() => ({}))
  for (const { id } of data.filter((lead) => !done.has(lead.id))) {
    // Wrong: what cannot be read now is never read.
    if (VARIANT === 'marks first') done.add(id)
    const query = new URLSearchParams({ fields: 'id,created_time', access_token: TOKEN })
    await ask('GET', `${API}/v24.0/${id}?${query}`).then(
      (lead) => {
        keep(lead)
        done.add(id)
      },
      () => {},
    )
  }
  const post = { message: 'I am here', access_token: TOKEN }
  if (VARIANT === 'never rests') await ask('POST', `${API}/v24.0/${PAGE}/feed`, post)
  setTimeout(poll, 200)
}
if (FORM) poll()

let posts = 0
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  if (request.method === 'GET') return response.end(JSON.stringify(load()))
  const answer = (status) => response.writeHead(status).end()
  if (VARIANT === 'never answers' || (VARIANT === 'answers once' && posts++ > 0)) return
  if (VARIANT === 'answers first') answer(200)
  if (VARIANT === 'takes its time') await new Promise((resolve) => setTimeout(resolve, 400))
  try {
    if (isKept || VARIANT === 'works by a queue') {
      queue.push(text)
      keepQueue()
    } else await take(text)
    answer(200)
  } catch {
    if (!response.headersSent) answer(500)
  }
})
if (VARIANT === 'ignores SIGTERM') process.on('SIGTERM', () => {})
server.listen(PORT, () => process.stdout.write('It listens\n'))
