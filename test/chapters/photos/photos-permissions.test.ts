import { describe, expect, test } from 'vitest'
import type { CallOutcome } from '../../../src/service/typed-call.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, type Caller, picture, refusedBy, tokenOf, upload } from './photo-world.ts'

const start = begin()
const { page } = start
const photo = upload(start.world, start.pageToken, { page }).unwrap().id

type Endpoint = 'list' | 'upload' | 'read' | 'delete'

const calls: Record<Endpoint, (world: World, token: string) => CallOutcome<unknown>> = {
  list: (world, token) => world.as(token).listPagePhotos({ page, type: 'uploaded' }),
  upload: (world, token) => world.as(token).uploadPagePhoto({ page, url: picture }),
  read: (world, token) => world.as(token).readPhoto({ photo }),
  delete: (world, token) => world.as(token).deletePhoto({ photo }),
}

const noTask = 'the caller has no task on the page'
const lacks = (permission: string) => `the token lacks the permission ${permission}`
const moderates = 'Requires the task MODERATE on the page'
const creates = 'Requires the task CREATE_CONTENT on the page'
const noFeature = {
  message: '(#200) Requires a task on the page or Page Public Content Access',
  because: [noTask, 'the app lacks the feature Page Public Content Access'],
}

describe('calls with the right task and permission', () => {
  const accepted: [string, Endpoint, Caller][] = [
    ['list with MODERATE [PHO-023]', 'list', { tasks: ['MODERATE'] }],
    ['list with MODERATE and a user token [PHO-023]', 'list', { tasks: ['MODERATE'], kind: 'user' }],
    ['list as a system user [PHO-023]', 'list', { tasks: ['MODERATE'], kind: 'systemUser' }],
    ['list without the permissions of writers [PHO-024]', 'list', { without: ['pages_manage_posts'] }],
    ['upload with CREATE_CONTENT [PHO-032]', 'upload', { tasks: ['CREATE_CONTENT'] }],
    ['upload with a user token [PHO-032]', 'upload', { tasks: ['CREATE_CONTENT'], kind: 'user' }],
    ['read with MODERATE [PHO-006]', 'read', { tasks: ['MODERATE'], kind: 'user' }],
    ['delete with CREATE_CONTENT [PHO-006]', 'delete', { tasks: ['CREATE_CONTENT'], kind: 'user' }],
    ['delete without reading [PHO-006]', 'delete', { without: ['pages_read_engagement'] }],
  ]
  test.each(accepted)('%s', (_, endpoint, caller) => {
    const world = start.world.fork()
    calls[endpoint](world, tokenOf(world, page, caller)).unwrap()
  })
})

describe('calls without the right task or permission', () => {
  const readsNot = { without: ['pages_read_engagement'] } as const
  const writesNot = { without: ['pages_manage_posts'] } as const
  const neither = { without: ['pages_read_engagement', 'pages_manage_posts'] } as const
  const only = (task: string) => `the caller holds only ${task}`
  const permission = (...names: string[]) => ({
    message: `(#200) Requires the permission ${names.join(' and ')}`,
    because: names.map(lacks),
  })
  const needs = (message: string, because: string) => ({ message: `(#200) ${message}`, because: [because] })

  const refused: [string, Endpoint, Caller, { message: string; because: string[] }][] = [
    ['list with no task [PHO-023, PHO-025, PHO-027]', 'list', { tasks: [] }, noFeature],
    ['list, user, no task [PHO-025]', 'list', { tasks: [], kind: 'user' }, noFeature],
    ['list, one task [PHO-023]', 'list', { tasks: ['MANAGE'] }, needs(moderates, only('MANAGE'))],
    [
      'list, all other tasks [PHO-023]',
      'list',
      { tasks: ['CREATE_CONTENT', 'MANAGE', 'ADVERTISE'] },
      needs(moderates, only('CREATE_CONTENT, MANAGE, ADVERTISE')),
    ],
    ['list, no permission [PHO-024, PHO-027]', 'list', readsNot, permission('pages_read_engagement')],
    ['upload, no task [PHO-032, PHO-137]', 'upload', { tasks: [] }, needs(creates, noTask)],
    ['upload, user, no task [PHO-032]', 'upload', { tasks: [], kind: 'user' }, needs(creates, noTask)],
    [
      'upload, all other tasks [PHO-032]',
      'upload',
      { tasks: ['MANAGE', 'MODERATE', 'ADVERTISE'] },
      needs(creates, only('MANAGE, MODERATE, ADVERTISE')),
    ],
    ['upload, no reading [PHO-033, PHO-137]', 'upload', readsNot, permission('pages_read_engagement')],
    ['upload, no writing [PHO-034, PHO-137]', 'upload', writesNot, permission('pages_manage_posts')],
    [
      'upload, neither [PHO-033..034]',
      'upload',
      neither,
      permission('pages_read_engagement', 'pages_manage_posts'),
    ],
    ['read, no task', 'read', { tasks: [] }, noFeature],
    ['read, another task', 'read', { tasks: ['ADVERTISE'] }, needs(moderates, only('ADVERTISE'))],
    ['read, no permission', 'read', readsNot, permission('pages_read_engagement')],
    ['delete, no task', 'delete', { tasks: [] }, needs(creates, noTask)],
    ['delete, another task', 'delete', { tasks: ['MODERATE'] }, needs(creates, only('MODERATE'))],
    ['delete, no permission', 'delete', writesNot, permission('pages_manage_posts')],
  ]
  test.each(refused)('%s', (_, endpoint, caller, expected) => {
    const world = start.world.fork()
    const token = tokenOf(world, page, caller)
    expect(refusedBy(world, () => calls[endpoint](world, token))).toMatchObject({ code: 200, ...expected })
  })
})

describe('the token', () => {
  const endpoints = Object.keys(calls) as Endpoint[]
  const writers: readonly Endpoint[] = ['upload', 'delete']

  test.each(endpoints)('of another page must not %s [PHO-023, PHO-032]', (endpoint) => {
    const world = start.world.fork()
    const { app, user } = start
    const other = world.actions.createPage({ name: 'Other', administrators: [user] }).unwrap().id
    const scopes = ['pages_read_engagement', 'pages_manage_posts'] as const
    const issued = { kind: 'page', app, user, page: other, scopes } as const
    const { token } = world.actions.issueToken(issued).unwrap()
    expect(refusedBy(world, () => calls[endpoint](world, token))).toMatchObject({
      code: 200,
      because: expect.arrayContaining([noTask]),
    })
  })

  test.each(endpoints)('of a user who lost the page must not %s [PHO-023, PHO-032]', (endpoint) => {
    const world = start.world.fork()
    expect(calls[endpoint](world.fork(), start.pageToken).ok).toBe(true)
    world.actions.assignTasks({ page, user: start.user, tasks: [] }).unwrap()
    expect(refusedBy(world, () => calls[endpoint](world, start.pageToken)).code).toBe(200)
  })

  test.each(endpoints)('of an app must not %s [PHO-023, PHO-032]', (endpoint) => {
    const world = start.world.fork()
    const error = refusedBy(world, () => calls[endpoint](world, start.appToken))
    expect(error).toMatchObject({ code: 200, because: expect.arrayContaining([noTask]) })
  })

  describe.each(endpoints)('with Page Public Content Access, to %s', (endpoint) => {
    const callers = (world: World) => {
      const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap()
      const caller = { tasks: [], kind: 'user', app: app.id } as const
      return [tokenOf(world, page, caller), app.token]
    }

    test('needs no task to read, and gives none to write [PHO-025, PHO-032]', () => {
      const world = start.world.fork()
      for (const token of callers(world)) {
        if (!writers.includes(endpoint)) calls[endpoint](world, token).unwrap()
        else expect(refusedBy(world, () => calls[endpoint](world, token)).code).toBe(200)
      }
    })

    test('does not replace the right task [PHO-023, PHO-025]', () => {
      const world = start.world.fork()
      const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
      const token = tokenOf(world, page, { tasks: ['ADVERTISE'], app })
      expect(refusedBy(world, () => calls[endpoint](world, token))).toMatchObject({ code: 200 })
    })

    test('shows nothing of an unpublished page [PHO-025]', () => {
      const world = start.world.fork()
      const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
      const hidden = world.actions.createPage({ name: 'Hidden', published: false }).unwrap().id
      const owner = tokenOf(world, hidden, {})
      const inside = upload(world, owner, { page: hidden }).unwrap().id
      const stranger = tokenOf(world, hidden, { tasks: [], kind: 'user', app })
      const unseen = { code: 100, subcode: 33 }
      const list = () => world.as(stranger).listPagePhotos({ page: hidden })
      const read = () => world.as(stranger).readPhoto({ photo: inside })
      const write = () => upload(world, stranger, { page: hidden })
      for (const call of [list, read, write]) expect(refusedBy(world, call)).toMatchObject(unseen)
      expect(world.as(owner).readPhoto({ photo: inside }).ok).toBe(true)
    })
  })

  test('with the feature shows published photos only [PHO-025]', () => {
    const world = start.world.fork()
    const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
    const stranger = tokenOf(world, page, { tasks: [], kind: 'user', app })
    const draft = upload(world, start.pageToken, { page, published: false }).unwrap().id
    const error = refusedBy(world, () => world.as(stranger).readPhoto({ photo: draft }))
    expect(error).toMatchObject({ code: 100, subcode: 33 })
  })
})
