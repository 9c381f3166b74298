import crypto from 'node:crypto'
import { expect, test } from 'vitest'
import { exploreFiles, keeper } from '../program/scratch.ts'

const derivations = [
  ['pbkdf2Sync', "crypto.pbkdf2Sync('secret', Buffer.alloc(8, 1), 2, 4, 'sha256')"],
  ['scryptSync', "crypto.scryptSync('secret', 'salt', 4, { N: 2 })"],
] as const

/** The number of calls that reach Node while a function works. */
async function callsDuring(name: 'pbkdf2Sync' | 'scryptSync', work: () => Promise<unknown>): Promise<number> {
  const original = crypto[name]
  let calls = 0
  const counted = (...values: never[]): unknown => {
    calls++
    return Reflect.apply(original, crypto, values)
  }
  Object.assign(crypto, { [name]: counted })
  try {
    await work()
  } finally {
    Object.assign(crypto, { [name]: original })
  }
  return calls
}

test.each(derivations)(
  '%s derives a key once for all runs, and each call gets bytes of its own',
  async (name, call) => {
    const { others, mirror, ever } = keeper()
    const main = `
    import crypto from 'node:crypto'
    export async function send() {
      const first = ${call}
      const text = first.toString('hex')
      first.fill(0)
      const same = ${call}.toString('hex') === text
      const other = ${call.replace("'secret'", "'another'")}.toString('hex') !== text
      await fetch('https://kept.example', { method: 'POST', body: JSON.stringify({ text, same, other }) })
      await fetch('https://graph.facebook.com/v19.0/me?access_token=' + process.env.TOKEN)
    }`
    const calls = await callsDuring(name, () =>
      exploreFiles(
        { 'main.ts': main },
        { others, mirror, jobs: { send: { every: '1h', run: ({ exports }) => exports['send']?.() } } },
      ),
    )
    const expected = (
      name === 'pbkdf2Sync'
        ? crypto.pbkdf2Sync('secret', Buffer.alloc(8, 1), 2, 4, 'sha256')
        : crypto.scryptSync('secret', 'salt', 4, { N: 2 })
    ).toString('hex')
    expect(ever().map((text) => JSON.parse(text))).toEqual([{ text: expected, same: true, other: true }])
    expect(calls).toBe(2)
  },
)
