import crypto from 'node:crypto'
import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import type { Process, ProcessContext } from '../../../src/explore/run/options/options.ts'
import { sample } from '../../chance.ts'
import { job, play } from '../play.ts'

const here = import.meta.filename
/** The smallest WebAssembly module. */
const wasm = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
const text = 'a text '.repeat(1_000)

/** Keeps the threads of Node busy for a while, as other programs of a machine do. */
function loadThreads(): Promise<unknown> {
  const derive = promisify(crypto.pbkdf2)
  return Promise.all(Array.from({ length: 8 }, (_, at) => derive(`${at}`, 'salt', 150_000, 64, 'sha512')))
}

const streamed = (stream: zlib.Gzip | zlib.BrotliCompress) =>
  new Promise((resolve, reject) => {
    stream.on('data', () => {})
    stream.on('end', resolve)
    stream.on('error', reject)
    stream.write(text)
    stream.end(text)
  })

const works: Readonly<Record<string, () => Promise<unknown>>> = {
  gzip: () => promisify(zlib.gzip)(text),
  'gzip and gunzip': async () => promisify(zlib.gunzip)(await promisify(zlib.gzip)(text)),
  brotli: () => promisify(zlib.brotliCompress)(text),
  'a stream of gzip': () => streamed(zlib.createGzip()),
  'a stream of brotli': () => streamed(zlib.createBrotliCompress()),
  scrypt: () => promisify(crypto.scrypt)('password', 'salt', 64),
  pbkdf2: () => promisify(crypto.pbkdf2)('password', 'salt', 1, 64, 'sha512'),
  generateKeyPair: () => promisify(crypto.generateKeyPair)('ed25519'),
  'WebCrypto digest': () => globalThis.crypto.subtle.digest('SHA-256', wasm),
  'WebAssembly.compile': () => WebAssembly.compile(wasm),
  'WebAssembly.instantiate': () => WebAssembly.instantiate(wasm),
  'a promise of a file': () => fs.promises.readFile(here),
  'a callback of a file': () => promisify(fs.readFile)(here),
  'a file that is open': async () => {
    const file = await fs.promises.open(here)
    try {
      return await file.read(Buffer.alloc(10), 0, 10, 0)
    } finally {
      await file.close()
    }
  },
  'a stream of a file': () =>
    new Promise<void>((resolve, reject) =>
      fs
        .createReadStream(here)
        .on('data', () => {})
        .on('end', () => resolve())
        .on('error', reject),
    ),
}

test.each(sample(Object.entries(works), 5))(
  'virtual time stands still during %s, however busy the machine is',
  async (_, work) => {
    const ends: unknown[] = []
    const sut = ({ fetch, baseUrl, names }: ProcessContext): Process => ({
      jobs: {
        work: {
          every: '1h',
          async run() {
            await fetch(`${baseUrl}/me?access_token=${names.userToken}`)
            const late = new AbortController()
            ends.push(
              await Promise.race([
                work().then(() => 'in time'),
                wait(2_000, 'too late', { signal: late.signal }),
              ]),
            )
            late.abort()
          },
        },
      },
    })
    const load = loadThreads()
    await play(sut, { steps: [job('work')] })
    await load
    expect(ends.length).toBeGreaterThan(0)
    expect(new Set(ends)).toEqual(new Set(['in time']))
  },
)
