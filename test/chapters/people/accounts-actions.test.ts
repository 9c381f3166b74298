import { expect } from 'vitest'
import * as accounts from '../../../src/chapters/people/actions.ts'
import { call, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, app, page, pageToken, campaign } = stage
const other = '1'
const tokenRow = (world: typeof stage.world, token: string) =>
  world.snapshot().state.graph.rows.find((row) => row['token'] === token)
const noToken = [[{ token: 'nobody' }, /Param token must be a token that was issued/]] as const

describeActions(accounts, {
  createUser: {
    params: { name: 'Ada', username: 'ada2', email: 'ada@example.test' },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'users',
        name: 'Ada',
        username: 'ada2',
        accountType: 'PERSONAL',
        blocked: false,
        loginDisabled: false,
      })
    },
    refuses: [
      [{ name: undefined }, /The parameter name is required/],
      [{ accountType: 'ROBOT' }, /Param accountType must be one of PERSONAL, BUSINESS, MEDIA_CREATOR/],
    ],
  },
  deleteApp: {
    params: { app },
    names: { app: page },
    does({ world }) {
      expect(call(world, pageToken, 'listPageFeed', { page })).toMatchObject({ error: { code: 190 } })
      expect(world.actions.deleteApp({ app }).ok).toBe(false)
    },
    refuses: [[{ app: '1' }, /Param app must be the id of an existing app, got 1/]],
  },
  createApp: {
    params: { name: 'App', administrators: [user] },
    names: { administrators: [page] },
    does({ world, page: target }, { id, secret, token }) {
      expect(token).toBe(`${id}|${secret}`)
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'apps',
        accessLevel: 'standard',
        administrators: [Number(user)],
        createdTime: world.clock.now,
      })
      // The token is known: it lacks a permission.
      expect(call(world, String(token), 'listPageFeed', { page: target })).toMatchObject({
        error: { code: 200 },
      })
    },
    refuses: [
      [{ accessLevel: 'full' }, /Param accessLevel must be one of development, standard/],
      [{ createdTime: 'long ago' }, /Param createdTime must be an ISO 8601 time/],
    ],
  },
  createPage: {
    params: { name: 'Page', administrators: [user, user] },
    names: { administrators: [page] },
    does({ world, userToken }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({ kind: 'pages', published: true, engagedUsers: 10 })
      expect(call(world, userToken, 'publishPost', { page: id, message: 'x' }).ok).toBe(true)
    },
    refuses: [
      [{ engagedUsers: -1 }, /Param engagedUsers must be an integer of 0 or more/],
      [{ name: undefined }, /The parameter name is required/],
    ],
  },
  assignTasks: {
    params: { page, user, tasks: ['MODERATE'] },
    names: { page: user, user: page },
    does({ world }) {
      expect(call(world, pageToken, 'listPageFeed', { page }).ok).toBe(true)
      expect(call(world, pageToken, 'publishPost', { page, message: 'x' }).ok).toBe(false)
      world.actions.assignTasks({ page, user, tasks: [] }).unwrap()
      expect(call(world, pageToken, 'listPageFeed', { page }).ok).toBe(false)
      const roles = world.snapshot().state.graph.rows.filter(({ kind }) => kind === 'pageRoles')
      expect(roles.filter(({ page: of }) => of === Number(page))).toEqual([])
    },
    refuses: [
      [{ tasks: ['ANALYZE'] }, /Param tasks.0 must be one of CREATE_CONTENT, MANAGE, MODERATE, ADVERTISE/],
    ],
  },
  issueToken: {
    params: { kind: 'page', app, user, page, scopes: 'pages_read_engagement,pages_manage_posts' },
    names: { app: page, user: page, page: user },
    does({ world }, { token }) {
      expect(call(world, String(token), 'publishPost', { page, message: 'x' }).ok).toBe(true)
      expect(token).not.toBe(pageToken)
    },
    refuses: [
      [{ kind: 'app' }, /Param kind must be one of user, page, systemUser/],
      [{ kind: 'user' }, /Param page is required for a token of kind page, and for no other/],
      [{ page: undefined }, /Param page is required for a token of kind page, and for no other/],
      [{ scopes: ['everything'] }, /Param scopes.0 must be one of /],
      [{ privacy: 'OPEN' }, /Param privacy must be one of /],
      [{ lifetime: 'endless' }, /Param lifetime must be one of shortLived, longLived/],
      [{ token: '' }, /Param token must be 1 to 1000 visible ASCII characters without \|$/],
      [{ token: 'x'.repeat(1_001) }, /Param token must be 1 to 1000 visible ASCII characters/],
      [{ token: 'two words' }, /Param token must be 1 to 1000 visible ASCII characters/],
      [{ token: 'größe' }, /Param token must be 1 to 1000 visible ASCII characters/],
      [{ token: '123|secret' }, /Param token must be 1 to 1000 visible ASCII characters without \|$/],
      [{ token: `FG1P2Z${'0'.repeat(40)}` }, /Param token must be 1 to 1000/],
      [{ token: 7 }, /Param token must be 1 to 1000/],
      [{ token: pageToken }, /Param token must be the text of no other token$/],
      [
        { lifetime: 'longLived', expiresAt: '2030-01-01' },
        /Params expiresAt and lifetime exclude each other/,
      ],
    ],
  },
  setConsent: {
    params: { app, user, scopes: 'user_photos,user_media' },
    names: { app: user, user: app },
    does({ world }) {
      const consents = () => world.snapshot().state.graph.rows.filter(({ kind }) => kind === 'consents')
      const answered = { app: Number(app), user: Number(user), granted: true, privacy: 'EVERYONE' }
      expect(consents()).toMatchObject([{ ...answered, scopes: ['user_photos', 'user_media'] }])
      world.actions.setConsent({ app, user, granted: false, privacy: 'SELF' }).unwrap()
      expect(consents()).toMatchObject([{ ...answered, granted: false, scopes: null, privacy: 'SELF' }])
    },
    refuses: [
      [{ scopes: ['everything'] }, /Param scopes.0 must be one of /],
      [{ granted: 'perhaps' }, /Param granted must be true or false/],
      [{ privacy: 'OPEN' }, /Param privacy must be one of /],
    ],
  },
  revokeToken: {
    params: { token: pageToken },
    does: ({ world }) =>
      expect(call(world, pageToken, 'listPageFeed', { page })).toMatchObject({
        error: { code: 190, subcode: 467 },
      }),
    refuses: noToken,
  },
  endSession: {
    params: { token: pageToken },
    does: ({ world }) =>
      expect(call(world, pageToken, 'listPageFeed', { page })).toMatchObject({ error: { code: 190 } }),
    refuses: noToken,
  },
  grantLoginPrivacy: {
    params: { token: stage.userToken, privacy: 'SELF' },
    does({ world }) {
      expect(tokenRow(world, stage.userToken)).toMatchObject({ privacy: 'SELF' })
    },
    refuses: [...noToken, [{ privacy: 'OPEN' }, /Param privacy must be one of /]],
  },
  setLeadAccess: {
    params: { page, users: [] },
    names: { page: user, users: [campaign] },
    does: ({ world, lead }) => expect(call(world, pageToken, 'readLead', { lead }).ok).toBe(false),
    refuses: [[{ users: [other] }, /Param users must be the id of an existing user, got 1/]],
  },
})
