import { createHash } from 'node:crypto'
import { zlibSync } from 'fflate'
import { noCost } from '../../src/chapters/pictures/cost.ts'
import { cleanPicture } from '../../src/chapters/pictures/read.ts'
import { fromBase64, toBase64 } from '../../src/engine/values/base64.ts'
import { digest } from '../../src/engine/values/canonical.ts'
import { contentOf } from '../../src/engine/values/content.ts'
import { tagOf } from '../../src/machine/wire/response.ts'
import { appSecretProof } from '../../src/service/caller/proof.ts'
import { createWorld, replay, restoreWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'
import { type Packing, zipOf } from '../chapters/ad-images/zip-samples.ts'
import { inJob } from '../explore/play.ts'

import stored from './pictures.json' with { type: 'json' }
import { texts } from './urls.ts'

// These lines are made from bytes and code units: pictures, zip files, digests, UTF-16, signatures, snapshots
// and drawn numbers. A host with the other byte order could differ in them.

type Line = readonly [name: string, result: unknown]

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const pictures = Object.entries(stored).map(
  ([name, text]) => [name, fromBase64(text) ?? new Uint8Array()] as const,
)

/** Returns the status of a response, the digests of its headers and its body, and the body of a refusal. */
const answerOf = (world: World, request: Parameters<World['request']>[0]): unknown => {
  const { status, headers, body } = world.request(request)
  return [status, sha256(JSON.stringify(headers)), status === 200 ? sha256(body) : body]
}

/** The clean bytes of each picture, and of beginnings of it, which are no pictures. */
const cleaned = (): Line[] =>
  pictures.flatMap(([name, bytes]) =>
    [0, 1, 2, 9, bytes.length / 2].map((less): Line => {
      const clean = cleanPicture(bytes.subarray(0, bytes.length - Math.floor(less)), noCost())
      return [`clean ${name} less ${less}`, clean && [clean.picture, sha256(clean.bytes)]]
    }),
  )

/** Zip files: packed and plain, with descriptors, in zip64, with a name that is not UTF-8, and broken ones. */
function zips(): (readonly [name: string, bytes: Uint8Array])[] {
  const deflated = (data: Uint8Array) => zlibSync(data, { level: 9 }).subarray(2, -4)
  const zip = (more: Packing, name = (of: string): string | Uint8Array => `${of}/İ ${of}.bin`) =>
    zipOf(pictures.map(([of, data]) => ({ data, packed: deflated(data), name: name(of), ...more })))
  const plain = pictures.map(([name, data]) => ({ data, name: `${name}.bin`, method: 0 }))
  const packed = zip({})
  return [
    ['packed', packed],
    ['plain', zipOf(plain)],
    ['described', zip({ described: 'signed' })],
    [
      'zip64',
      zipOf(
        plain.map((file) => ({ ...file, zip64: true })),
        { zip64: true },
      ),
    ],
    [
      'old names',
      zip({ flags: 0 }, (name) => Uint8Array.from(`${name}\x84.bin`, (unit) => unit.charCodeAt(0))),
    ],
    ['wrong checksum', zip({ checksum: 0x01020304 })],
    ['short', packed.subarray(0, packed.length - 1)],
  ]
}

const BOUNDARY = 'boundary'

function multipart(token: string, name: string, bytes: Uint8Array) {
  const encoder = new TextEncoder()
  const head = (field: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${field}\r\n\r\n`
  const before = `${head('name="access_token"')}${token}\r\n${head(`name="filename"; filename="${name}"`)}`
  const [start, end] = [before, `\r\n--${BOUNDARY}--\r\n`].map((text) => encoder.encode(text))
  const body = Buffer.concat([start ?? bytes, bytes, end ?? bytes])
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body }
}

/** Uploads of pictures and zip files to a page and an ad account, and what is found at their links then. */
function uploaded(world: World, { page, adAccount, userToken }: Starter): Line[] {
  const files = [...pictures, ...zips()]
  const lines = files.flatMap(([name, bytes]): Line[] =>
    [`${page}/photos`, `act_${adAccount}/adimages`].map((path) => {
      const sent = multipart(userToken, `${name}.bin`, bytes)
      const request = { method: 'POST', url: `https://graph.test/v26.0/${path}`, ...sent }
      return [`upload ${name} to ${path}`, answerOf(world, request)]
    }),
  )
  const made = ['https://img.test/synthetic.png', 'https://img.test/İ'].map((url): Line => {
    const outcome = world.as(userToken).uploadPagePhoto({ page, url })
    return [`upload ${url}`, outcome.ok ? 'ok' : outcome.error.message]
  })
  const links = [
    ...JSON.stringify(linksOf(world, { page, adAccount, userToken })).matchAll(/"(https:[^"]+)"/g),
  ]
  return [
    ...lines,
    ...made,
    ...links.map(([, url = '']): Line => [url, answerOf(world, { method: 'GET', url })]),
  ]
}

const linksOf = (
  world: World,
  { page, adAccount, userToken }: Pick<Starter, 'page' | 'adAccount' | 'userToken'>,
) => [
  world.as(userToken).listPagePhotos({ page, type: 'uploaded', fields: 'images,picture' }),
  world.as(userToken).listAdImages({ adAccount, fields: 'hash,url,url_128,width,height' }),
]

/** Texts of all widths: of one, two, three and four bytes, halves of pairs, and as long as blocks of hashes. */
function odd(): string[] {
  const units = [
    'a',
    '\0',
    'ß',
    '\u07ff',
    'ࠀ',
    '\ufeff',
    '\ufffe',
    '\uffff',
    '😀',
    '\ud83d',
    '\ude00',
    '\udbff\udfff',
  ]
  const blocks = [55, 56, 63, 64, 65, 127, 128, 1_000]
  return [
    ...units,
    units.join(''),
    ...texts,
    ...blocks.map((length) => '\u0100ß😀'.repeat(length).slice(0, length)),
  ]
}

/** Digests, hashes, encodings and proofs of texts. */
const digested = (): Line[] =>
  odd().map((text) => {
    const bytes = new TextEncoder().encode(text)
    const base64 = toBase64(bytes)
    const utf16 = new Uint8Array(Buffer.from(text, 'utf16le'))
    return [
      `text ${JSON.stringify(text)}`,
      [digest(text), tagOf(text), contentOf(bytes), contentOf(utf16), base64, appSecretProof(text, 'İ')],
    ]
  })

/** Bodies in UTF-16 of both byte orders, with their marks and without, and in UTF-8 with one. */
function bodies(world: World, { page, pageToken }: Starter): Line[] {
  const utf8 = JSON.stringify({ message: 'ß😀\uffff', access_token: pageToken })
  const little = (text: string) => Buffer.from(text, 'utf16le')
  const asked: (readonly [string, Uint8Array])[] = [
    ['UTF-8', Buffer.from(utf8)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${utf8}`)],
    ['UTF-16LE', little(utf8)],
    ['UTF-16LE with a mark', little(`\ufeff${utf8}`)],
    ['UTF-16BE', little(utf8).swap16()],
    ['UTF-16BE with a mark', little(`\ufeff${utf8}`).swap16()],
  ]
  const url = `https://graph.test/v26.0/${page}/feed`
  const types = ['application/json', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded']
  return asked.flatMap(([name, body]) =>
    types.map((type): Line => {
      return [
        `${name} as ${type}`,
        answerOf(world, { method: 'POST', url, headers: { 'content-type': type }, body }),
      ]
    }),
  )
}

/** Deliveries with their signatures. */
async function delivered(world: World, { app, page, form }: Starter): Promise<Line[]> {
  const lines: Line[] = []
  world.actions.installApp({ app, page })
  world.webhooks.connect(app, async (request: Request) => {
    lines.push(['delivery', [...request.headers, await request.text()]])
    return new Response()
  })
  world.actions.submitLead({ form, answers: { full_name: 'Straße 😀', email: 'a@b.test' } })
  await world.webhooks.flush()
  return lines
}

/** Snapshots with bytes, restored, and the history, replayed. */
function kept(world: World): Line[] {
  const snapshot = world.snapshot()
  const restored = restoreWorld(JSON.parse(JSON.stringify(snapshot)))
  return [
    ['snapshot', sha256(JSON.stringify(snapshot))],
    ['restored', restored.hash('full')],
    ['replayed', replay(world.history.recording()).world.hash('full')],
    ['world', world.hash('full')],
  ]
}

/** Numbers that the code of an exploration draws, in elements of each width. */
async function drawn(): Promise<Line[]> {
  const numbers = await inJob(() => [
    Math.random(),
    crypto.randomUUID(),
    ...crypto.getRandomValues(new Uint8Array(5)),
    ...crypto.getRandomValues(new Uint16Array(5)),
    ...crypto.getRandomValues(new Int32Array(5)),
    ...[...crypto.getRandomValues(new BigUint64Array(3))].map(String),
  ])
  return [['drawn', numbers]]
}

/** Plays all of it. Each line names a part, and has its result or the digest of it. */
export async function playBytes(): Promise<string[]> {
  const world = createWorld({ seed: 'bytes', autoTick: '1h' })
  const names = world.starter()
  const lines = [
    ...cleaned(),
    ...digested(),
    ...uploaded(world, names),
    ...bodies(world, names),
    ...(await delivered(world, names)),
    ...kept(world),
    ...(await drawn()),
  ]
  return lines.map(([name, result]) => `${name}: ${JSON.stringify(result)}`)
}
