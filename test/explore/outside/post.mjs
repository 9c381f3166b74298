/*
 * A poster as a program that a scheduler starts: it publishes what stands in a file, once each. VARIANT
 * says what is wrong with it.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { ask } from './ask.mjs'

const { API, PAGE, TOKEN, QUEUE = 'queue.json', VARIANT = 'right' } = process.env

const queue = JSON.parse(readFileSync(QUEUE, 'utf8'))
const done = existsSync('done.json') ? JSON.parse(readFileSync('done.json', 'utf8')) : []

function markDone(message) {
  done.push(message)
  writeFileSync('done.json.new', JSON.stringify(done))
  renameSync('done.json.new', 'done.json')
}

const feed = `${API}/v24.0/${PAGE}/feed`

/** Whether a post is there already: an answer may have been lost. */
async function isThere(message) {
  const posts = await ask('GET', `${feed}?${new URLSearchParams({ fields: 'message', access_token: TOKEN })}`)
  return posts.data.some((post) => post.message === message)
}

for (const message of queue) {
  if (done.includes(message)) continue
  // Wrong: nobody knows whether the post of a start before is there.
  if (VARIANT === 'posts blindly' || !(await isThere(message)))
    await ask('POST', feed, { message, access_token: TOKEN })
  markDone(message)
}
