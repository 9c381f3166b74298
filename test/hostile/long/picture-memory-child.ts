import { readFileSync } from 'node:fs'
import { createWorld } from '../../../src/index.ts'
import { bitmapOfLength } from '../../chapters/pictures/bitmaps.ts'
import { costlyPictures, costlyZips } from '../costly-pictures.ts'

/**
 * The peak of the memory of this process in bytes. On Linux, `maxRSS` begins with the memory of the process that
 * started this one.
 */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Uploads one file to a new world. Prints the status, and how many bytes the process grew at its peak. */
const [name = '', size = ''] = process.argv.slice(2)
const world = createWorld({})
const { page, adAccount, userToken } = world.starter({ publications: false })

function requestOf(file: Uint8Array, edge: string) {
  const header = 'Content-Disposition: form-data; name="source"; filename="a.bin"'
  return {
    method: 'POST',
    url: `/${edge}?access_token=${userToken}`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([Buffer.from(`--b\r\n${header}\r\n\r\n`), file, Buffer.from('\r\n--b--')]),
  }
}

const make = { ...costlyPictures, ...costlyZips, plain: bitmapOfLength }[name]
if (!make) throw new Error(`No picture is named ${name}`)
const request = requestOf(
  make(Number(size)),
  name.startsWith('zip') ? `act_${adAccount}/adimages` : `${page}/photos`,
)
world.fork().request(requestOf(bitmapOfLength(300_000), `act_${adAccount}/adimages`))
globalThis.gc?.()
// The peak of the process may be before the upload: then the growth is overstated.
const before = process.memoryUsage.rss()
const { status } = world.request(request)
const grown = peak() - before
process.stdout.write(JSON.stringify({ status, grown }))
