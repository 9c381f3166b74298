import type { Caller, Command, List } from './ad-image-commands.ts'
import type { Expected } from './agreement.ts'
import { type From, type Place, pageOf, type Row } from './list-model.ts'

/** A picture of the test. */
export interface Picture {
  readonly hash: string
  readonly width: number
  readonly height: number
}

/** An image of an ad account. */
interface Image {
  readonly account: number
  readonly picture: number
  readonly name: string
  readonly created: number
  updated: number
  deleted: boolean
}

/** A creative of an ad account, and the image that it uses. */
interface Creative {
  readonly id: string
  readonly account: number
  readonly image: Image | undefined
  deleted: boolean
  shownByAd: boolean
}

/** An issued URL of a picture, and its expiry. */
interface Link {
  readonly url: string
  readonly ends: number
  readonly hash: string
}

/** All objects in the order of creation, and the current Unix second. */
export interface Model {
  now: number
  readonly accounts: readonly string[]
  readonly pictures: readonly Picture[]
  readonly images: Image[]
  readonly creatives: Creative[]
  readonly links: Link[]
  /** The page of a list that was read last. */
  left: { next?: unknown; previous?: unknown; first: Place; last: Place; list: List } | undefined
}

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

const DAY = 86_400
const SIDE_MAX = 1_080
const invalid = { refused: 100 } as const
const forbidden = { refused: 200 } as const

/** The model of a world without ad images. */
export const begin = (now: number, accounts: readonly string[], pictures: readonly Picture[]): Model => ({
  now,
  accounts,
  pictures,
  images: [],
  creatives: [],
  links: [],
  left: undefined,
})

/** The code if the caller cannot read or change the images of an account. */
function refusal(by: Caller, account: number, writes: boolean): Expected | undefined {
  if (by === 'nobody') return { refused: 190, subcode: 467 }
  if (by === 'developer') return { refused: 270 }
  const may = by === 'owner' || (by === 'analyst' && !writes) || (by === 'local' && account === 0)
  return may ? undefined : forbidden
}

const imageOf = ({ images }: Model, account: number, picture: number): Image | undefined =>
  images.find((image) => image.account === account && image.picture === picture)

const activeImage = (model: Model, account: number, picture: number): Image | undefined => {
  const image = imageOf(model, account, picture)
  return image?.deleted ? undefined : image
}

/** Returns one of the newest creatives or links. */
export const pick = <T>(all: readonly T[], number: number): T | undefined => all[all.length - 1 - number]

const hashOf = ({ pictures }: Model, picture: number): string => pictures[picture]?.hash ?? ''

const baseName = (name: string): string => name.split('/').at(-1) ?? name

/** Stores bytes as an image of an account; known bytes give the existing image. */
function addImage(model: Model, account: number, picture: number, name: string): Image {
  const known = imageOf(model, account, picture)
  if (known) return Object.assign(known, { updated: model.now, deleted: false })
  const times = { created: model.now, updated: model.now }
  const image: Image = { account, picture, name: baseName(name), ...times, deleted: false }
  model.images.push(image)
  return image
}

/** The result of an upload: hashes by name, and URLs that expire after a day. */
function answered(
  model: Model,
  account: number,
  named: readonly [key: string, picture: number, name: string][],
) {
  return {
    value: Object.fromEntries(named.map(([key, picture]) => [key, hashOf(model, picture)])),
    after({ urls }: Record<string, unknown>) {
      for (const [key, picture, name] of named) {
        addImage(model, account, picture, name)
        addLink(model, (urls as Record<string, string>)[key], picture)
      }
    },
  }
}

function addLink(model: Model, url: string | undefined, picture: number, ends = model.now + DAY): void {
  if (url === undefined) throw new Error('There is no address')
  model.links.push({ url, ends, hash: hashOf(model, picture) })
}

/** Uploads Base64 text. */
export function uploadBytes(model: Model, { by, account, picture, wrong }: Of<'bytes'>): Expected {
  const no = refusal(by, account, true)
  if (no ?? wrong) return no ?? invalid
  return answered(model, account, [['bytes', picture, `${hashOf(model, picture)}.png`]])
}

/** Uploads an image file. */
export function uploadFile(model: Model, { by, account, picture, name, wrong }: Of<'file'>): Expected {
  const no = refusal(by, account, true)
  if (no ?? wrong) return no ?? invalid
  return answered(model, account, [[baseName(name), picture, name]])
}

/** The paths of the pictures in a zip file: different names, or one name in different folders. */
export const zipPaths = ({ pictures, sameName }: Of<'zip'>): string[] =>
  pictures.map((_, at) => (sameName ? `d${at}/same.png` : `p${at}.png`))

/** Uploads a zip file. The label of an image is its base name, or its path if that name is taken. */
export function uploadZip(model: Model, command: Of<'zip'>): Expected {
  const { by, account, pictures, wrong } = command
  const no = refusal(by, account, true)
  if (no ?? (wrong || pictures.length === 0)) return no ?? invalid
  const paths = zipPaths(command)
  const key = (path: string, at: number) =>
    paths.findIndex((other) => baseName(other) === baseName(path)) < at ? path : baseName(path)
  const named = pictures.map((picture, at) => {
    const path = paths[at] ?? ''
    return [key(path, at), picture, path] as [string, number, string]
  })
  return answered(model, account, named)
}

/** Copies an image of an account whose creatives the caller can read. */
export function copy(model: Model, { by, account, from, picture, wrong }: Of<'copy'>): Expected {
  const no = refusal(by, account, true)
  if (no ?? wrong) return no ?? invalid
  const source = activeImage(model, from, picture)
  const notThere = refusal(by, from, false)
  if (notThere ?? !source) return notThere ?? invalid
  return source ? answered(model, account, [[source.name, picture, source.name]]) : invalid
}

const users = ({ creatives }: Model, image: Image): Creative[] =>
  creatives.filter((creative) => creative.image === image && !creative.deleted)

/** Deletes an image that no creative uses. */
export function deleteImage(model: Model, { by, account, picture, wrong }: Of<'delete'>): Expected {
  const no = refusal(by, account, true)
  if (no ?? wrong) return no ?? invalid
  const image = activeImage(model, account, picture)
  if (!image || users(model, image).length > 0) return invalid
  return {
    value: { success: true },
    after() {
      Object.assign(image, { deleted: true, updated: model.now })
    },
  }
}

function addCreative(
  model: Model,
  id: unknown,
  account: number,
  image: Image | undefined,
  shownByAd: boolean,
) {
  model.creatives.push({ id: String(id), account, image, deleted: false, shownByAd })
}

/** Creates a creative with an image. */
export function createCreative(model: Model, { account, picture }: Of<'creative'>): Expected {
  const image = activeImage(model, account, picture)
  if (!image) return invalid
  return { after: ({ id }) => addCreative(model, id, account, image, false) }
}

/** Deletes a creative, which frees its image. */
export function deleteCreative(model: Model, { creative, wrong }: Of<'deleteCreative'>): Expected {
  const known = pick(model.creatives, creative)
  if (wrong || !known) return invalid
  return {
    after() {
      known.deleted = true
    },
  }
}

/** Creates an ad with an existing or a new creative, which can have an image. */
export function createAd(model: Model, command: Of<'ad'>): Expected {
  const { by, account, how, picture, creative, name, wrong } = command
  const no = refusal(by, account, true)
  if (no ?? wrong) return no ?? invalid
  if (how === 'creative') {
    const known = pick(model.creatives, creative)
    if (!known || known.deleted || known.account !== account) return invalid
    return {
      after() {
        known.shownByAd = true
      },
    }
  }
  if (how === 'hash' && !activeImage(model, account, picture)) return invalid
  return {
    after({ creative: id }) {
      const image =
        how === 'file' ? addImage(model, account, picture, name) : imageOf(model, account, picture)
      addCreative(model, id, account, how === 'plain' ? undefined : image, true)
    },
  }
}

/** The Unix second of a datetime field. */
const isoOf = (second: number): string => new Date(second * 1000).toISOString().replace('.000Z', '+0000')

function shownImage(model: Model, image: Image): object {
  const { width = 0, height = 0 } = model.pictures[image.picture] ?? {}
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height))
  const using = users(model, image)
  const account = model.accounts[image.account]
  return {
    id: `${account}:${hashOf(model, image.picture)}`,
    account_id: account,
    hash: hashOf(model, image.picture),
    name: image.name,
    created_time: isoOf(image.created),
    updated_time: isoOf(image.updated),
    original_width: width,
    original_height: height,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    status: image.deleted ? 'DELETED' : 'ACTIVE',
    creatives: using.map(({ id }) => id),
    is_associated_creatives_in_adgroups: using.some(({ shownByAd }) => shownByAd),
    ends: [String(model.now + DAY), String(model.now + DAY), null],
  }
}

function pageFrom(model: Model, list: List, from?: From): Expected {
  const { account, pictures, limit } = list
  const rows = model.images.flatMap((image, order): Row[] => {
    const wanted = pictures ? pictures.includes(image.picture) : !image.deleted
    if (image.account !== account || !wanted) return []
    return [{ at: [image.created, order], shown: shownImage(model, image) }]
  })
  const { value, ends } = pageOf(rows, limit, from)
  return {
    value,
    after({ next, previous, links }) {
      if (ends && (next || previous)) model.left = { next, previous, ...ends, list }
      for (const { hash, temporary, permanent } of links as Record<string, string>[]) {
        const picture = model.pictures.findIndex((one) => one.hash === hash)
        addLink(model, temporary, picture)
        addLink(model, permanent, picture, Number.POSITIVE_INFINITY)
      }
    },
  }
}

/** Lists the images of an account: those not deleted, or those named by hash. */
export function listImages(model: Model, list: List): Expected {
  const no = refusal(list.by, list.account, false)
  if (no ?? list.limit === 0) return no ?? invalid
  return pageFrom(model, list)
}

/** Reads the next page of a list. A list of another account refuses the cursor. */
export function follow(model: Model, { to }: Of<'follow'>): Expected | undefined {
  const { left } = model
  if (!left?.[to === 'previous' ? to : 'next']) return undefined
  if (to === 'astray') return refusal(left.list.by, 1 - left.list.account, false) ?? invalid
  return pageFrom(model, left.list, to === 'next' ? { after: left.last } : { before: left.first })
}

/** Fetches a picture from an issued URL, until it expires. */
export function fetchPicture(model: Model, { ends, hash }: Link): Expected {
  return model.now < ends ? { value: hash } : { refused: 100 }
}
