import { createWorld } from '../../../src/index.ts'
import { pictureLures, zipLures } from '../picture-lures.ts'

/** Uploads one file to a fresh world, and writes by how many bytes the process grew at most meanwhile. */
const [name = '', size = ''] = process.argv.slice(2)
const world = createWorld({})
const { page, adAccount, userToken } = world.starter({ publications: false })

/** A bitmap of two by two pixels, and zeros behind them. */
function bitmap(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.write('BM')
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, 2],
    [22, 2],
  ] as const)
    bytes.writeUInt32LE(value, at)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

function requestOf(file: Uint8Array, edge: string) {
  const header = 'Content-Disposition: form-data; name="source"; filename="a.bin"'
  return {
    method: 'POST',
    url: `/${edge}?access_token=${userToken}`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([Buffer.from(`--b\r\n${header}\r\n\r\n`), file, Buffer.from('\r\n--b--')]),
  }
}

const make = { ...pictureLures, ...zipLures, plain: bitmap }[name] ?? bitmap
const request = requestOf(
  make(Number(size)),
  name.startsWith('zip') ? `act_${adAccount}/adimages` : `${page}/photos`,
)
world.fork().request(requestOf(bitmap(300_000), `act_${adAccount}/adimages`))
globalThis.gc?.()
// The most that the process ever had may lie in the past: then the growth is overstated.
const before = process.memoryUsage.rss()
const { status } = world.request(request)
const grown = process.resourceUsage().maxRSS * 1024 - before
process.stdout.write(JSON.stringify({ status, grown }))
