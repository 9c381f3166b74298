import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { begin, call, jsonOf, tokenOf } from '../../service/scene.ts'
import {
  forkWorld,
  page,
  pageToken,
  publish,
  publishError,
  publishedId,
  start,
  upload,
} from './feed-world.ts'

const invisible = { code: 100, subcode: 1_609_005 }

/** A person who may publish as the page, and read nothing that needs another task, permission or role. */
const publisher = (world: World): string =>
  tokenOf(
    { ...start, world },
    { tasks: ['CREATE_CONTENT'], scopes: ['pages_read_engagement', 'pages_manage_posts'] },
  )

/** A page that only its visitor sees. */
const secretPage = (world: World): string =>
  world.actions.createPage({ name: 'Secret', administrators: [start.visitor], published: false }).unwrap().id

/** Returns the id of an unpublished post. */
const draftId = (world: World): string => publishedId(world, { message: 'Draft', published: false })

describe('a link to a node of the service', () => {
  test.each<[string, (world: World) => string]>([
    ['a campaign', () => start.campaign],
    ['an ad account', () => `act_${start.adAccount.replace('act_', '')}`],
    ['an ad', () => start.ad],
    ['a lead', () => start.lead],
    ['an album of a person', () => start.album],
    ['a photo', (world) => upload(world)],
    ['an unpublished photo', (world) => upload(world, { published: false })],
  ])('is refused if the token cannot read it: %s [FEE-149]', (_, idIn) => {
    const world = forkWorld()
    const params = { link: `https://web.test/${idIn(world)}` }
    expect(publishError(world, params, publisher(world))).toMatchObject(invisible)
    expect(publish(world, params, start.userToken).ok).toBe(true)
  })

  test('is refused if it leads to a page or a post of others [FEE-149]', () => {
    const world = forkWorld()
    const secret = secretPage(world)
    const draft = draftId(world)
    expect(publishError(world, { link: `https://web.test/${secret}` })).toMatchObject(invisible)
    expect(publish(world, { link: `https://web.test/${page}` }).ok).toBe(true)
    expect(publish(world, { link: `https://web.test/${draft}` }).ok).toBe(true)
    const token = tokenOf({ ...start, world }, { tasks: [] })
    world.actions.assignTasks({ page: start.other, user: start.visitor, tasks: ['CREATE_CONTENT'] }).unwrap()
    const scopes = ['pages_read_engagement', 'pages_manage_posts'] as const
    const stranger = world.actions
      .issueToken({ kind: 'user', app: start.app, user: start.visitor, scopes: [...scopes] })
      .unwrap().token
    const link = `https://web.test/${draft}`
    expect(token).not.toBe(stranger)
    expect(publishError(world, { page: start.other, link }, stranger)).toMatchObject(invisible)
  })

  test.each<[string, (world: World) => string, (world: World, id: string) => void]>([
    ['photo', (world) => upload(world), (world, photo) => call(world, pageToken, 'deletePhoto', { photo })],
    ['post', draftId, (world, post) => call(world, pageToken, 'deletePost', { post })],
  ])('is refused once the %s is deleted [FEE-149]', (_, make, remove) => {
    const world = forkWorld()
    const id = make(world)
    const link = `https://web.test/${id}`
    expect(publish(world, { link }).ok).toBe(true)
    remove(world, id)
    expect(publishError(world, { link })).toMatchObject(invisible)
  })

  test('is visible if it leads to a deleted campaign, which stays readable [CAM-158, FEE-149]', () => {
    const world = forkWorld()
    const { campaign, userToken } = start
    call(world, userToken, 'deleteCampaign', { campaign }).unwrap()
    expect(publish(world, { link: `https://web.test/${campaign}` }, userToken).ok).toBe(true)
  })

  test.each<[string, (id: string) => string]>([
    ['of the API', (id) => `https://graph.test/${id}`],
    ['with a version', (id) => `https://graph.test/v7.0/${id}`],
    ['of an edge', (id) => `https://graph.test/v7.0/${id}/comments`],
    ['with the other scheme', (id) => `http://web.test/${id}`],
    ['in capitals', (id) => `HTTPS://WEB.TEST/${id}`],
    ['with the default port', (id) => `https://web.test:443/${id}`],
    ['with a user', (id) => `https://web.test@web.test/${id}`],
    ['with a query', (id) => `https://web.test/${id}?a=1#b`],
    ['with slashes', (id) => `https://web.test//${id}/`],
    ['with a dot segment', (id) => `https://web.test/x/../${id}`],
    ['with backslashes', (id) => `https://web.test\\${id}`],
    ['with percent escapes', (id) => `https://web.test/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`],
    ['with a page of the service', (id) => `https://web.test/photo/${id}`],
    ['with another page of the service', (id) => `https://web.test/p/${id}`],
    ['of a video', (id) => `https://web.test/videos/${id}.mp4`],
  ])('is known in a URL %s [FEE-149]', (_, urlOf) => {
    const world = forkWorld()
    const photo = upload(world)
    expect(publish(world, { link: urlOf(photo) }).ok).toBe(true)
    call(world, pageToken, 'deletePhoto', { photo }).unwrap()
    expect(publishError(world, { link: urlOf(photo) })).toMatchObject(invisible)
  })

  test.each<[string, (id: string) => string]>([
    ['another host', (id) => `https://news.example/${id}`],
    ['a subdomain', (id) => `https://a.web.test/${id}`],
    ['a longer domain', (id) => `https://web.test.example/${id}`],
    ['another port', (id) => `https://web.test:8443/${id}`],
    ['the host as a user', (id) => `https://web.test@news.example/${id}`],
    ['the host in the path', (id) => `https://news.example/https://web.test/${id}`],
    ['a path that names no node', (id) => `https://web.test/stories/${id}`],
    ['the root', () => 'https://web.test/'],
  ])('is any other URL, which is visible: %s [FEE-149]', (_, urlOf) => {
    const world = forkWorld()
    expect(publish(world, { link: urlOf(secretPage(world)) }).ok).toBe(true)
  })

  test('to a reel is visible to those who read the reels of the page [FEE-149]', () => {
    const world = forkWorld()
    const { id } = world.actions.addReel({ page }).unwrap()
    const secret = world.actions.addReel({ page: secretPage(world) }).unwrap()
    expect(publish(world, { link: `https://web.test/reel/${id}` }).ok).toBe(true)
    expect(publishError(world, { link: `https://web.test/reel/${secret.id}` })).toMatchObject(invisible)
  })

  test('is judged without a call in the log [FEE-149]', () => {
    const world = forkWorld()
    publish(world, { link: `https://web.test/${start.campaign}` }, start.userToken).unwrap()
    expect(world.calls.of('readCampaign')).toEqual([])
  })
})

describe('the hosts of the service', () => {
  /** Publishes a link over HTTP, and returns the error of the answer. */
  function errorOver(
    world: World,
    link: string,
    more: { url?: string; headers?: object; base?: string } = {},
  ) {
    const { url = `/v7.0/${page}/feed`, base } = more
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...more.headers }
    const body = new URLSearchParams({ access_token: pageToken, link }).toString()
    const request = { method: 'POST', url, headers, body, ...(base !== undefined && { base }) }
    return jsonOf(world.request(request))['error']
  }

  const refused = { code: 100, error_subcode: 1_609_005 }

  test.each<[string, Parameters<typeof errorOver>[2], string]>([
    ['the host header', { headers: { host: '127.0.0.1:4000' } }, 'http://127.0.0.1:4000/'],
    ['the URL', { url: `https://graph.live.example/v7.0/${page}/feed` }, 'https://graph.live.example/'],
    ['the origin of links', { base: 'https://tunnel.example' }, 'https://tunnel.example/'],
    [
      'the origin of links, with the path of a world',
      { headers: { host: '127.0.0.1:4000' }, base: 'http://127.0.0.1:4000/_sim/worlds/a' },
      'http://127.0.0.1:4000/_sim/worlds/a/',
    ],
    ['the options of the world', { headers: { host: '127.0.0.1:4000' } }, 'https://web.test/'],
  ])('are those at which a client reaches it: %s [FEE-149]', (_, reached, address) => {
    const world = forkWorld()
    const secret = secretPage(world)
    expect(errorOver(world, address + secret, reached)).toMatchObject(refused)
    expect(errorOver(world, `https://news.example/${secret}`, reached)).toBeUndefined()
  })

  test('are those of baseUrl and webUrl [FEE-149]', () => {
    const scene = begin({ baseUrl: 'https://api.own.example', webUrl: 'https://www.own.example' })
    const { world } = scene
    const id = '900000000000000'
    const publishes = (host: string) =>
      call(world, scene.pageToken, 'publishPost', { page: scene.page, link: `https://${host}/${id}` }).ok
    expect(['api.own.example', 'www.own.example'].map(publishes)).toEqual([false, false])
    expect(['web.test', 'graph.test'].map(publishes)).toEqual([true, true])
  })

  test('are the same for the calls of a batch [FEE-149]', () => {
    const world = forkWorld()
    const body = `link=http://127.0.0.1:4000/${secretPage(world)}`
    const batch = JSON.stringify([{ method: 'POST', relative_url: `${page}/feed`, body }])
    const answer = world.request({
      method: 'POST',
      url: '/',
      headers: { host: '127.0.0.1:4000', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ access_token: pageToken, batch }).toString(),
    })
    const [item] = JSON.parse(String(answer.body)) as { code: number; body: string }[]
    expect(item?.code).toBe(400)
    expect(JSON.parse(item?.body ?? '')).toMatchObject({ error: refused })
  })

  test('are the default ones for a request of an asynchronous batch, which runs later [FEE-149]', () => {
    const world = forkWorld()
    const body = `link=https://web.test/${secretPage(world)}`
    const adbatch = [{ name: 'post', relative_url: `${page}/feed`, body }]
    const created = call(world, start.userToken, 'createAsyncBatch', {
      adAccount: start.adAccount,
      name: 'b',
      adbatch,
    }).unwrap()
    world.clock.advance('1h')
    const { data } = call(world, start.userToken, 'listAsyncBatchRequests', {
      batch: created['id'],
    }).unwrap() as { data: { result: unknown }[] }
    expect(data[0]?.result).toMatchObject({ error: { code: 100, subcode: 1_609_005 } })
  })
})
