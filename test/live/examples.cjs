/**
 * Runs the examples of the Node SDK in one process, one after the other: `node examples.cjs FOLDER`. It prints a
 * line of JSON for each: its name, and its first error.
 */
const { readdirSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join, resolve } = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')

const folder = resolve(process.argv[2])
const { FacebookAdsApi } = createRequire(join(folder, 'x.js'))('facebook-nodejs-business-sdk')

let errors = []
let pending = 0
const failed = (error) => errors.push(error)
process.on('unhandledRejection', failed)
process.on('uncaughtException', failed)
const print = console.log
console.log = (text) => {
  if (/^(Error Message|An error occurred)/.test(text)) errors.push(text)
}

// An example awaits nothing, so the calls that it makes are counted.
const { call } = FacebookAdsApi.prototype
FacebookAdsApi.prototype.call = async function (...args) {
  pending += 1
  try {
    return await call.apply(this, args)
  } finally {
    pending -= 1
  }
}

const WAIT_MAX = 20_000

async function perform(name) {
  errors = []
  try {
    require(join(folder, name))
  } catch (error) {
    failed(error)
  }
  const end = Date.now() + WAIT_MAX
  do await sleep(20)
  while (pending > 0 && Date.now() < end)
  // What an example does with the answer, such as a further call, begins before this.
  await sleep(20)
  const message = errors.map((error) => error?.message ?? `${error}`).join('; ')
  print(JSON.stringify({ name, message: pending > 0 ? `it did not end; ${message}` : message }))
  pending = 0
}

async function main() {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) await perform(name)
  process.exit()
}
main()
