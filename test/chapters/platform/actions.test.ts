import { expect } from 'vitest'
import * as platform from '../../../src/chapters/platform/actions.ts'
import { call, idsOf, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, app, page, campaign, photo, post, pageToken, userToken, adAccount } = stage
const issue = { level: 'AD', error_code: 1, error_summary: 's', error_message: 'm', error_type: 't' }
const url = 'https://img.test/registered.png'
const reads = { campaign, fields: 'effective_status' }

describeActions(platform, {
  blockActor: {
    params: { actor: adAccount },
    names: { actor: campaign },
    does: ({ world }) =>
      expect(call(world, userToken, 'readCampaign', reads)).toMatchObject({ error: { code: 368 } }),
    refuses: [[{ actor: undefined }, /The parameter actor is required/]],
  },
  unblockActor: {
    params: { actor: user },
    before: ({ world }) => void world.actions.blockActor({ actor: user }).unwrap(),
    names: { actor: campaign },
    does: ({ world }) => expect(call(world, userToken, 'readCampaign', reads).ok).toBe(true),
    refuses: [],
  },
  disableLogin: {
    params: { user },
    names: { user: page },
    does: ({ world }) => expect(rowOf(world, user)).toMatchObject({ loginDisabled: true }),
    refuses: [[{ disabled: 'x' }, /Param disabled must be true or false/]],
  },
  setAppAccessLevel: {
    params: { app, accessLevel: 'development' },
    names: { app: page },
    does: ({ world }) => expect(rowOf(world, app)).toMatchObject({ accessLevel: 'development' }),
    refuses: [[{ accessLevel: 'none' }, /Param accessLevel must be one of development, standard/]],
  },
  registerUrl: {
    params: { url, missing: true },
    before: ({ world }) => void world.actions.registerUrl({ url, hidden: true }).unwrap(),
    does({ world }) {
      const upload = { page, url }
      expect(call(world, pageToken, 'uploadPagePhoto', upload)).toMatchObject({ error: { code: 324 } })
      // The second registration replaced the first: the link is no longer hidden.
      expect(call(world, pageToken, 'publishPost', { page, link: url }).ok).toBe(true)
      // Replacing a registration removes its content.
      const held = () => world.snapshot().state.graph.blobs.length
      const before = held()
      world.actions.registerUrl({ url, bytes: Uint8Array.of(1) }).unwrap()
      expect(held()).toBe(before + 1)
      world.actions.registerUrl({ url, bytes: Uint8Array.of(2) }).unwrap()
      expect(held()).toBe(before + 1)
      world.actions.registerUrl({ url, missing: true }).unwrap()
      expect(held()).toBe(before)
    },
    refuses: [
      [{ url: 'x' }, /Param url must be an absolute http or https URL/],
      [{ bytes: 'x' }, /Param bytes must be bytes/],
    ],
  },
  addBusinessTag: {
    params: { name: 'T', photos: [photo, photo] },
    names: { business: page, photos: [page] },
    does({ world }, { id, business }) {
      expect(id).not.toBe(business)
      const list = (tag: unknown) =>
        idsOf(call(world, pageToken, 'listPagePhotos', { page, type: 'uploaded', biz_tag_id: tag }).unwrap())
      expect(list(id)).toEqual([photo])
      const second = world.actions.addBusinessTag({ name: 'U', business: String(business) }).unwrap()
      expect(second.business).toBe(business)
      expect(list(second.id)).toEqual([])
    },
    refuses: [[{ name: undefined }, /The parameter name is required/]],
  },
  setCampaignIssues: {
    params: { campaign, issues: [issue] },
    names: { campaign: page },
    does: ({ world }) =>
      expect(call(world, userToken, 'readCampaign', reads).unwrap()['effective_status']).toBe('WITH_ISSUES'),
    refuses: [
      [{ issues: undefined }, /The parameter issues is required/],
      [{ issues: [{ ...issue, error_code: 'x' }] }, /Param issues.0.error_code must be an integer/],
    ],
  },
  setProcessing: {
    params: { campaign },
    names: { campaign: page },
    does: ({ world }) =>
      expect(call(world, userToken, 'readCampaign', reads).unwrap()['effective_status']).toBe('IN_PROCESS'),
    refuses: [[{ processing: 'x' }, /Param processing must be true or false/]],
  },
  rankPost: {
    params: { post, rank: -3 },
    names: { post: page },
    does: ({ world }) => expect(rowOf(world, post)).toMatchObject({ rank: -3 }),
    refuses: [[{ rank: 1.5 }, /Param rank must be an integer/]],
  },
})
