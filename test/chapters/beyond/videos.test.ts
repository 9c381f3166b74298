import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, get, idsOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken, userToken } = start
const file_url = 'https://video.test/a.mp4'
type World = Scene['world']
const does = (world: World, operation: string, params: object, token = pageToken) =>
  call(world, token, operation, params).unwrap()
const uploaded = (world: World, params: object = {}) =>
  String(does(world, 'uploadPageVideo', { page, file_url, ...params })['id'])
const listed = (world: World, token = pageToken) => idsOf(does(world, 'listPageVideos', { page }, token))
const read = (world: World, video: string, fields: string) => does(world, 'readVideo', { video, fields })

/** Uploads bytes as a form part, with other parameters. */
const sent = (world: World, part: string, length: number, params: object = {}) =>
  call(world, pageToken, 'uploadPageVideo', {
    ...{ page, files: [{ part, name: 'clip.mp4', bytes: new Uint8Array(length) }] },
    ...params,
  })

describe('a video of a page', () => {
  test('shows its facts', () => {
    const { world } = forked(start)
    const video = uploaded(world, { title: 'Bread', description: 'How to bake', content_category: 'HOME' })
    world.clock.advance('1m')
    does(world, 'updateVideo', { video, title: 'Bread, again' })
    expect(does(world, 'readVideo', { video, fields: 'id,description,updated_time' })).toEqual({
      ...{ id: video, description: 'How to bake', updated_time: '2026-01-15T09:01:00+0000' },
    })
    const fields = [
      ...['title', 'created_time', 'published', 'length', 'permalink_url', 'from', 'embeddable'],
      ...['content_category', 'privacy', 'is_crosspost_video', 'is_crossposting_eligible', 'is_episode'],
      ...['is_instagram_eligible', 'scheduled_publish_time', 'status'],
    ].join(',')
    expect(read(world, video, fields)).toEqual({
      ...{ id: video, title: 'Bread, again', created_time: '2026-01-15T09:00:00+0000', published: true },
      ...{ length: 12.5, permalink_url: `/${page}/videos/${video}/`, embeddable: true },
      ...{ from: { id: page, name: 'Starter Page' }, content_category: 'HOME' },
      privacy: {
        ...{ value: 'EVERYONE', description: 'Public', friends: '', networks: '', allow: '', deny: '' },
      },
      ...{ is_crosspost_video: false, is_crossposting_eligible: false, is_episode: false },
      ...{ is_instagram_eligible: false, status: { video_status: 'ready' } },
    })
    const links = read(world, video, 'source,picture,format,embed_html,icon')
    expect(links['source']).toMatch(new RegExp(`/videos/${video}.mp4$`))
    expect(world.request({ method: 'GET', url: String(links['picture']) }).status).toBe(200)
    expect(links['embed_html']).toContain(`/videos/${video}"`)
    expect(links['icon']).toMatch(/video.gif$/)
    const { width, height } = (links['format'] as readonly { width: number; height: number }[])[2] ?? {}
    const still = { id: video, scale: 1, uri: links['picture'], width, height, is_preferred: true }
    expect(read(world, video, 'thumbnails')).toEqual({ id: video, thumbnails: { data: [still] } })
    const formats = links['format'] as readonly { filter: string; width: number; height: number }[]
    expect(formats.map(({ filter }) => filter)).toEqual(['130x130', '480x480', 'native'])
    expect(Math.max(formats[0]?.width ?? 0, formats[0]?.height ?? 0)).toBe(130)
    expect(read(world, uploaded(world), 'content_category')).toMatchObject({ content_category: 'OTHER' })
  })

  test.each([
    [{ title: 'Cake' }, { title: 'Cake', description: 'How to bake' }],
    [{ description: 'How to eat' }, { title: 'Bread', description: 'How to eat' }],
    [{ title: '' }, { title: '', description: 'How to bake' }],
  ])('keeps what a change %j does not name', (change, expected) => {
    const { world } = forked(start)
    const video = uploaded(world, { title: 'Bread', description: 'How to bake' })
    does(world, 'updateVideo', { video, ...change })
    expect(does(world, 'readVideo', { video, fields: 'title,description' })).toMatchObject(expected)
  })

  test('is processed for ten seconds', () => {
    const { world } = forked(start)
    const video = uploaded(world)
    const status = () => (read(world, video, 'status')['status'] as { video_status: string }).video_status
    expect(status()).toBe('processing')
    world.clock.advance(9_999)
    expect(status()).toBe('processing')
    world.clock.advance(1)
    expect(status()).toBe('ready')
  })

  test('is in the list of its page until it is deleted', () => {
    const { world } = forked(start)
    const videos = [uploaded(world), uploaded(world)]
    expect(listed(world)).toEqual([...videos].reverse())
    expect(does(world, 'deleteVideo', { video: videos[0] })).toEqual({ success: true })
    expect(listed(world)).toEqual([videos[1]])
    const path = `/v24.0/me?fields=videos.limit(1){title}&access_token=${pageToken}`
    expect(get(world, path)['videos']).toMatchObject({ data: [{ id: videos[1] }] })
  })

  test('that is scheduled is public from its time on', () => {
    const { world } = forked(start)
    const time = world.clock.now / 1_000 + 3_600
    const video = uploaded(world, { published: false, scheduled_publish_time: time })
    const draft = uploaded(world, { published: false })
    const app = act(world, 'createApp', { name: 'Reader', publicContentAccess: true }).unwrap()['id']
    const stranger = tokenOf({ ...start, world }, { tasks: [], app: String(app) })
    const fields = 'published,scheduled_publish_time'
    expect(read(world, video, fields)).toEqual({ id: video, published: false, scheduled_publish_time: time })
    expect(read(world, draft, fields)).toEqual({ id: draft, published: false })
    expect([listed(world, stranger), listed(world, userToken)]).toEqual([[], [draft, video]])
    expect(call(world, stranger, 'readVideo', { video })).toMatchObject({ error: { code: 100, subcode: 33 } })
    world.clock.advance('1h')
    expect(read(world, video, fields)).toEqual({ id: video, published: true })
    expect(listed(world, stranger)).toEqual([video])
  })

  test('is changed by those who publish on the page', () => {
    const { world } = forked(start)
    const video = uploaded(world)
    const moderator = tokenOf({ ...start, world }, { tasks: ['MODERATE'] })
    for (const [operation, params] of [
      ['uploadPageVideo', { page, file_url }],
      ['updateVideo', { video, title: 'x' }],
      ['deleteVideo', { video }],
    ] as const)
      expect(call(world, moderator, operation, params)).toMatchObject({ error: { code: 200 } })
  })
})

describe('a video is uploaded', () => {
  test('from a file', () => {
    const { world } = forked(start)
    const { id } = sent(world, 'source', 2, { title: 'File' }).unwrap()
    expect(read(world, String(id), 'title')).toEqual({ id, title: 'File' })
  })

  test('in parts', () => {
    const { world } = forked(start)
    const size = 1_048_576 + 10
    const session = does(world, 'uploadPageVideo', { page, upload_phase: 'start', file_size: size })
    const { upload_session_id: id } = session
    const started = { upload_session_id: id, video_id: id, start_offset: '0', end_offset: '1048576' }
    expect(session).toEqual(started)
    expect(listed(world)).toEqual([])
    expect(call(world, pageToken, 'readVideo', { video: id })).toMatchObject({
      error: { code: 100, subcode: 33 },
    })
    const upload_session_id = String(id)
    const send = (start_offset: number, length: number) =>
      sent(world, 'video_file_chunk', length, { upload_phase: 'transfer', upload_session_id, start_offset })
    expect(send(5, 1)).toMatchObject({ error: { code: 100, subcode: 1363037 } })
    expect(send(0, 1_048_576).unwrap()).toEqual({ start_offset: '1048576', end_offset: String(size) })
    const finish = { page, upload_phase: 'finish', upload_session_id }
    expect(refusedBy(world, () => call(world, pageToken, 'uploadPageVideo', finish)).message).toMatch(
      /has 1048576 of 1048586 bytes/,
    )
    expect(send(1_048_576, 11)).toMatchObject({
      error: { message: expect.stringMatching(/The parts have \d+ bytes, more than file_size \d+/) },
    })
    expect(send(1_048_576, 10).unwrap()).toEqual({ start_offset: String(size), end_offset: String(size) })
    world.clock.advance('1m')
    expect(does(world, 'uploadPageVideo', { ...finish, title: 'Parts' })).toEqual({ success: true })
    expect(listed(world)).toEqual([id])
    const facts = { title: 'Parts', published: true, created_time: '2026-01-15T09:01:00+0000' }
    expect(read(world, upload_session_id, 'title,published,created_time,status')).toEqual({
      ...{ id, ...facts, status: { video_status: 'processing' } },
    })
    expect(refusedBy(world, () => call(world, pageToken, 'uploadPageVideo', finish)).message).toMatch(
      /must name an upload/,
    )
  })

  test('not, if the upload is cancelled', () => {
    const { world } = forked(start)
    const { upload_session_id } = does(world, 'uploadPageVideo', {
      page,
      upload_phase: 'start',
      file_size: 1,
    })
    const cancel = { page, upload_phase: 'cancel', upload_session_id }
    expect(does(world, 'uploadPageVideo', cancel)).toEqual({ success: true })
    expect(refusedBy(world, () => call(world, pageToken, 'uploadPageVideo', cancel)).code).toBe(100)
  })

  test.each<[string, object, RegExp]>([
    ['without a source', {}, /exactly one of file_url and a file/],
    ['from a wrong URL', { file_url: 'a.mp4' }, /file_url must be an absolute http or https URL/],
    ['from a list', { file_url: [file_url] }, /file_url must be/],
    ['public with a time', { file_url, scheduled_publish_time: 1_768_475_000 }, /requires published=false/],
    [
      'in the past',
      { file_url, published: false, scheduled_publish_time: 1 },
      /scheduled_publish_time must lie between/,
    ],
    ['in an unknown category', { file_url, content_category: 'BREAD' }, /content_category must be one of/],
    ['with a wrong title', { file_url, title: { a: 1 } }, /title must be text/],
    ['with a wrong text', { file_url, description: ['x'] }, /description must be text/],
    ['in an unknown step', { upload_phase: 'begin' }, /upload_phase must be one of/],
    ['in parts of no size', { upload_phase: 'start' }, /file_size is required/],
    ['in parts of nothing', { upload_phase: 'start', file_size: 0 }, /file_size must be an integer from 1/],
    ['in parts of too much', { upload_phase: 'start', file_size: 10_737_418_241 }, /file_size must be/],
    ['without a session', { upload_phase: 'finish' }, /upload_session_id must name an upload/],
    ['in an unknown session', { upload_phase: 'transfer', upload_session_id: '1' }, /must name an upload/],
    ['in a wrong session', { upload_phase: 'transfer', upload_session_id: {} }, /upload_session_id must be/],
    ['at a wrong place', { upload_phase: 'transfer', start_offset: -1 }, /start_offset must be an integer/],
  ])('not %s', (_title, params, message) => {
    const { world } = forked(start)
    const refused = () => call(world, pageToken, 'uploadPageVideo', { page, ...params })
    expect(refusedBy(world, refused)).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('not from an address without a video, an empty file or two files', () => {
    const { world } = forked(start)
    act(world, 'registerUrl', { url: file_url, missing: true }).unwrap()
    const refused = () => call(world, pageToken, 'uploadPageVideo', { page, file_url })
    expect(refusedBy(world, refused).message).toMatch(/nothing is found/)
    const { world: strict } = forked(start, { policy: { photoUrls: 'registered' } })
    expect(call(strict, pageToken, 'uploadPageVideo', { page, file_url }).ok).toBe(false)
    expect(sent(world, 'source', 0)).toMatchObject({
      error: { message: expect.stringMatching(/The file of the video is empty/) },
    })
    const both = sent(world, 'source', 1, { file_url: 'https://video.test/b.mp4' })
    expect(both).toMatchObject({ error: { message: expect.stringMatching(/exactly one/) } })
    const { upload_session_id } = does(world, 'uploadPageVideo', {
      page,
      upload_phase: 'start',
      file_size: 9,
    })
    const part = { page, upload_phase: 'transfer', upload_session_id, start_offset: 0 }
    expect(refusedBy(world, () => call(world, pageToken, 'uploadPageVideo', part)).message).toMatch(
      /one part video_file_chunk/,
    )
  })
})
