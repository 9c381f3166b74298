import fc from 'fast-check'
import { expect, test } from 'vitest'
import { permissions } from '../../src/service/caller/caller.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { holds, path, scale } from '../chance.ts'
import { base64, file, found, md5, png } from '../chapters/ad-images/ad-image-world.ts'
import { zipOf } from '../chapters/ad-images/zip-samples.ts'
import { act, call, jsonOf } from '../service/scene.ts'
import { anyCommand, type Caller, type Command, sizes } from './ad-image-commands.ts'
import {
  begin,
  copy,
  createAd,
  createCreative,
  deleteCreative,
  deleteImage,
  fetchPicture,
  follow,
  listImages,
  type Model,
  pick,
  uploadBytes,
  uploadFile,
  uploadZip,
  zipPaths,
} from './ad-image-model.ts'
import { type Came, cameOf, countOf, type Expected } from './agreement.ts'

const RUNS = 200
const nowhere = '123456789012345'
const text = new TextEncoder().encode('no image')
const bytesOf = sizes.map(([width, height]) => png(width, height))
const pictures = sizes.map(([width, height], at) => ({ hash: md5(bytesOf[at] ?? text), width, height }))

/** Two ad accounts with an ad set each, and a token for each caller. */
const start = (() => {
  const world = createWorld({ validateAnswers: true })
  const { app, user, adAccount, adSet, userToken, developmentAppToken } = world.starter({
    publications: false,
  })
  const { actions } = world
  const other = actions.createAdAccount({ name: 'Other', administrators: [user] }).unwrap().id
  const campaign = world
    .as(userToken)
    .createCampaign({
      adAccount: other,
      name: 'Other',
      objective: 'LEAD_GENERATION',
      special_ad_categories: [],
    })
    .unwrap().id
  const otherSet = actions
    .createAdSet({ campaign: String(campaign), name: 'Other', dailyBudget: 1_000 })
    .unwrap().id
  const accounts = [adAccount, other]
  const tokenOf = (on: readonly string[], scopes: readonly (typeof permissions)[number][]) => {
    const holder = actions.createUser({ name: 'Holder' }).unwrap().id
    for (const account of on)
      actions.assignAdAccountRole({ adAccount: account, user: holder, role: 'ADVERTISER' }).unwrap()
    return actions.issueToken({ kind: 'user', app, user: holder, scopes }).unwrap().token
  }
  const tokens: Record<Caller, string> = {
    owner: userToken,
    analyst: tokenOf(accounts, ['ads_read']),
    powerless: tokenOf(accounts, []),
    local: tokenOf([adAccount], permissions),
    developer: developmentAppToken,
    nobody: 'nobody',
  }
  return { world, accounts, adSets: [adSet, otherSet], tokens }
})()

/** A world and its model. */
interface Run {
  readonly world: World
  readonly model: Model
}

const pictureBytes = (picture: number): Uint8Array => bytesOf[picture] ?? text

/** The hashes and the URLs in the result of an upload. */
function uploadedIn({ images }: Record<string, unknown>): Omit<Came, 'refused'> {
  const entries = Object.entries(images as Record<string, { hash: string; url: string }>)
  const urls = Object.fromEntries(entries.map(([key, { url }]) => [key, url]))
  return { value: Object.fromEntries(entries.map(([key, { hash }]) => [key, hash])), answer: { urls } }
}

function upload({ world }: Run, by: Caller, account: number, params: object): Came {
  const sent = { adAccount: start.accounts[account], ...params }
  return cameOf(call(world, start.tokens[by], 'uploadAdImage', sent), uploadedIn)
}

function sendBytes(run: Run, { by, account, picture, wrong }: Extract<Command, { kind: 'bytes' }>): Came {
  const right = { bytes: base64(pictureBytes(picture)) }
  const mistakes: Record<string, object> = {
    base64: { bytes: 'no base64!' },
    noImage: { bytes: base64(text) },
    andFile: { ...right, files: [file('a.png', pictureBytes(picture))] },
    nothing: {},
  }
  return upload(run, by, account, wrong ? (mistakes[wrong] ?? {}) : right)
}

const longName = `${'n'.repeat(97)}.png`

function sendFile(run: Run, { by, account, picture, name, wrong }: Extract<Command, { kind: 'file' }>): Came {
  const bytes = pictureBytes(picture)
  const mistakes: Record<string, ReturnType<typeof file>> = {
    noExtension: file('boat', bytes),
    longName: file(longName, bytes),
    empty: file(name, new Uint8Array(0)),
    noImage: file(name, text),
  }
  return upload(run, by, account, { files: [(wrong && mistakes[wrong]) || file(name, bytes)] })
}

function sendZip(run: Run, command: Extract<Command, { kind: 'zip' }>): Came {
  const { by, account, pictures: named, noise, wrong } = command
  const paths = zipPaths(command)
  const packed = named.map((picture, at) => ({ name: paths[at] ?? '', data: pictureBytes(picture) }))
  const passedOver = ['__MACOSX/p0.png', 'd/.hidden'].map((name) => ({ name, data: text }))
  const mistakes: Record<string, { name: string; data: Uint8Array }> = {
    text: { name: 'readme.txt', data: text },
    longName: { name: longName, data: pictureBytes(0) },
    noExtension: { name: 'boat', data: pictureBytes(0) },
  }
  const last = wrong ? [mistakes[wrong] ?? { name: 'x', data: text }] : []
  const bytes = zipOf([...(noise ? passedOver : []), ...packed, ...last])
  return upload(run, by, account, { files: [file('all.zip', bytes)] })
}

function sendCopy(run: Run, { by, account, from, picture, wrong }: Extract<Command, { kind: 'copy' }>): Came {
  const source = start.accounts[from]
  const mistakes: Record<string, object> = {
    prefix: { source_account_id: `act_${source}` },
    unknownAccount: { source_account_id: nowhere },
    noHash: { hash: undefined },
    unknownHash: { hash: 'f'.repeat(32), source_account_id: start.accounts[account] },
  }
  const right = { source_account_id: source, hash: pictures[picture]?.hash }
  return upload(run, by, account, { copy_from: { ...right, ...(wrong && mistakes[wrong]) } })
}

interface Listed {
  readonly data: readonly Record<string, unknown>[]
  readonly paging: { readonly next?: string; readonly previous?: string }
}

const endOf = (url: unknown): string | null => new URL(String(url)).searchParams.get('expires')

/** A list of images, with only the expiry of their URLs. */
function listedIn(answer: Record<string, unknown>): Omit<Came, 'refused'> {
  const { data, paging } = answer as unknown as Listed
  const shown = data.map(({ url, url_128, permalink_url, ...rest }) => ({
    ...rest,
    ends: [endOf(url), endOf(url_128), endOf(permalink_url)],
  }))
  const links = data.map(({ hash, url, permalink_url }) => ({
    hash,
    temporary: url,
    permanent: permalink_url,
  }))
  const { next, previous } = paging
  const value = { data: shown, next: next !== undefined, previous: previous !== undefined }
  return { value, answer: { next, previous, links } }
}

/** Lists with the parameters of a command. */
function sendList(
  { world }: Run,
  { by, account, pictures: asked, limit }: Extract<Command, { kind: 'list' }>,
): Came {
  const hashes = asked?.map((picture) => pictures[picture]?.hash ?? 'f'.repeat(32))
  const params = {
    adAccount: start.accounts[account],
    ...(hashes && { hashes }),
    ...(limit !== undefined && { limit }),
    name: 'z.png',
    minwidth: 4_000,
  }
  return cameOf(call(world, start.tokens[by], 'listAdImages', params), listedIn)
}

function sendFollow({ world, model }: Run, to: 'next' | 'previous' | 'astray'): Came {
  const link = String(model.left?.[to === 'previous' ? to : 'next'])
  const [here = '', there = ''] =
    model.left?.list.account === 0 ? start.accounts : start.accounts.toReversed()
  const url = to === 'astray' ? link.replace(`act_${here}`, `act_${there}`) : link
  const answer = jsonOf(world.request({ method: 'GET', url }))
  const { error } = answer as { error?: { code: number } }
  return error ? { refused: error.code, answer: {} } : listedIn(answer)
}

function sendDelete(
  { world }: Run,
  { by, account, picture, wrong }: Extract<Command, { kind: 'delete' }>,
): Came {
  const hash = pictures[picture]?.hash
  const mistakes: Record<string, object> = { noHash: {}, capitals: { hash: 'F'.repeat(32) } }
  const params = { adAccount: start.accounts[account], ...(wrong ? mistakes[wrong] : { hash }) }
  return cameOf(call(world, start.tokens[by], 'deleteAdImage', params), (value) => ({ value }))
}

function adParams({ model }: Run, command: Extract<Command, { kind: 'ad' }>): object {
  const { account, how, picture, creative, name, wrong } = command
  const { hash } = pictures[picture] ?? {}
  const ways = {
    hash: { creative: { image_hash: hash, title: 'Hello' } },
    file: { creative: { image_file: 'boat' }, files: [file(name, pictureBytes(picture), 'boat')] },
    creative: { creative: { creative_id: pick(model.creatives, creative)?.id ?? nowhere } },
    plain: { creative: { body: 'Hello' } },
  }
  const mistakes: Record<string, object> = {
    noName: { name: undefined },
    noAdSet: { adset_id: undefined },
    strangeAdSet: { adset_id: start.adSets[1 - account] },
    two: { creative: { image_hash: hash, image_file: 'boat' } },
    noPart: { creative: { image_file: 'boat' }, files: [file(name, pictureBytes(picture), 'ship')] },
    status: { status: 'DELETED' },
    noCreative: { creative: undefined },
  }
  return { name: 'Ad', adset_id: start.adSets[account], ...ways[how], ...(wrong && mistakes[wrong]) }
}

/** Creates an ad, and reads its creative from the ad. */
function sendAd(run: Run, command: Extract<Command, { kind: 'ad' }>): Came {
  const { by, account } = command
  const params = { adAccount: start.accounts[account], ...adParams(run, command) }
  const came = cameOf(call(run.world, start.tokens[by], 'createAd', params))
  if (came.refused !== undefined) return came
  const read = { ad: came.answer['id'], fields: 'creative' }
  const { creative } = call(run.world, start.tokens.owner, 'readAd', read).unwrap()
  return { answer: { creative: (creative as { id: string }).id } }
}

function sendFetch({ world }: Run, url: string): Came {
  const { status, bytes, code } = found(world, url)
  return status === 200 ? { value: md5(bytes), answer: {} } : { refused: Number(code), answer: {} }
}

function move({ world, model }: Run, to: number): [Expected, Came] {
  model.now = Math.max(to, model.now)
  world.clock.advanceTo(model.now * 1000)
  return [{}, { answer: {} }]
}

/** The outcomes of the model and of the world; undefined if the command does not apply. */
function runBoth(run: Run, command: Command): [Expected, Came] | undefined {
  const { model, world } = run
  switch (command.kind) {
    case 'bytes':
      return [uploadBytes(model, command), sendBytes(run, command)]
    case 'file':
      return [uploadFile(model, command), sendFile(run, command)]
    case 'zip':
      return [uploadZip(model, command), sendZip(run, command)]
    case 'copy':
      return [copy(model, command), sendCopy(run, command)]
    case 'list':
      return [listImages(model, command), sendList(run, command)]
    case 'follow': {
      const expected = follow(model, command)
      return expected && [expected, sendFollow(run, command.to)]
    }
    case 'delete':
      return [deleteImage(model, command), sendDelete(run, command)]
    case 'creative': {
      const imageHash = pictures[command.picture]?.hash
      const params = { adAccount: start.accounts[command.account], imageHash }
      return [createCreative(model, command), cameOf(act(world, 'createCreative', params))]
    }
    case 'deleteCreative': {
      const creative = (!command.wrong && pick(model.creatives, command.creative)?.id) || nowhere
      return [deleteCreative(model, command), cameOf(act(world, 'deleteCreative', { creative }))]
    }
    case 'ad':
      return [createAd(model, command), sendAd(run, command)]
    case 'fetch': {
      const link = pick(model.links, command.link)
      return link && [fetchPicture(model, link), sendFetch(run, link.url)]
    }
    case 'advance':
      return move(run, model.now + command.seconds)
    case 'advanceToEnd': {
      const ends = model.links.map((link) => link.ends).filter((end) => end > model.now)
      return move(run, Math.min(...ends, model.now + 600) + command.offset)
    }
  }
}

const tally = countOf()

test('200 sequences of calls about ad images agree with a model of them', () => {
  const sequences = fc.array(anyCommand, { maxLength: 100, size: 'max' })
  const property = fc.property(sequences, (commands) => {
    const world = start.world.fork()
    const run = { world, model: begin(world.clock.now / 1000, start.accounts, pictures) }
    tally.play(commands, (command) => runBoth(run, command))
  })
  holds(RUNS, property)
  if (process.env['FAUXGRAPH_RATES'] !== undefined) console.info(tally.count, tally.kinds)
}, 600_000)

test.skipIf(path !== undefined)('the sequences are long, and every command had both ends', () => {
  expect(tally.count.sequences).toBe(RUNS * scale)
  expect(tally.count.longest).toBe(100)
  expect(tally.count.commands).toBeGreaterThan(40 * RUNS * scale)
  const unrefused = ['advance', 'advanceToEnd']
  const rare = tally.rare({ succeeded: 0.2 * RUNS * scale, refused: 0.05 * RUNS * scale }, unrefused)
  expect(rare).toEqual([])
})
