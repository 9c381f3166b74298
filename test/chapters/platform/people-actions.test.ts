import { expect } from 'vitest'
import * as people from '../../../src/chapters/platform/people-actions.ts'
import { call, idsOf, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, page, userToken } = stage
const url = 'https://img.test/a.png'
const noAlbum = /An image or a video must have a url and no children/
const noImage = /An album must have children with a url each, and no url of its own/

const answers = { full_name: 'A', email: 'a@example.test' }

describeActions(people, {
  submitLead: {
    params: { form: stage.form, ad: stage.ad, answers, disclaimers: { newsletter: true } },
    names: { form: stage.ad, ad: stage.form },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'leads',
        form: Number(stage.form),
        page: Number(stage.page),
        ad: Number(stage.ad),
        preview: false,
        platform: 'fb',
        createdTime: world.clock.now,
      })
    },
    refuses: [
      [{ answers: undefined }, /The parameter answers is required/],
      [{ answers: {} }, /Param answers.full_name is required by the form/],
      [{ answers: 'x' }, /Param answers must be a JSON object/],
      [{ preview: 'perhaps' }, /Param preview must be true or false/],
    ],
  },
  uploadUserPhoto: {
    params: { user, url, caption: 'Hill', place: page, tags: [user, page] },
    names: { user: page, place: user },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'photos',
        owner: Number(user),
        published: true,
        caption: 'Hill',
        place: Number(page),
        tags: [{ tag_uid: user }, { tag_uid: page }],
        createdTime: world.clock.now,
      })
      const list = call(world, userToken, 'listUserPhotos', { user, type: 'uploaded', limit: 1 }).unwrap()
      expect(idsOf(list)).toEqual([id])
    },
    refuses: [
      [{ url: undefined }, /The parameter url is required/],
      [{ url: 'ftp://img.test/a.png' }, /Param url must be an absolute http or https URL/],
      [{ url: 'https://img.test/page.html' }, /names a file that is not an image/],
      [{ tags: ['1'] }, /Param tags must be ids of people and pages, got 1/],
    ],
  },
  publishMedia: {
    params: { user, type: 'CAROUSEL_ALBUM', caption: 'A', children: [{ url }, { type: 'VIDEO', url }] },
    names: { user: page },
    does({ world }, { id, children }) {
      const [first = '', second = ''] = children as string[]
      expect(rowOf(world, String(id))).toMatchObject({ kind: 'media', type: 'CAROUSEL_ALBUM', caption: 'A' })
      const item = { kind: 'media', owner: Number(user), album: Number(id) }
      expect(rowOf(world, first)).toMatchObject({ ...item, type: 'IMAGE', position: 0 })
      expect(rowOf(world, second)).toMatchObject({ ...item, type: 'VIDEO', position: 1 })
      const video = world.actions.publishMedia({ user, type: 'VIDEO', url, caption: 'V' }).unwrap()
      expect(rowOf(world, video.id)).toMatchObject({ type: 'VIDEO', caption: 'V', album: null })
      expect(video.children).toEqual([])
    },
    refuses: [
      [{ type: 'REEL' }, /Param type must be one of IMAGE, VIDEO, CAROUSEL_ALBUM/],
      [{ type: 'IMAGE' }, noAlbum],
      [{ type: 'VIDEO', url }, noAlbum],
      [{ type: 'IMAGE', children: undefined }, noAlbum],
      [{ children: undefined }, noImage],
      [{ children: [] }, noImage],
      [{ url }, noImage],
      [{ children: [{ type: 'CAROUSEL_ALBUM', url }] }, /Param children.0.type must be one of IMAGE, VIDEO/],
      [{ children: [{ url }, {}] }, /The parameter children.1.url is required/],
      [{ children: [{ url: 'https://img.test/page.html' }] }, /names a file that is not an image/],
      [{ type: 'IMAGE', children: undefined, url: 'https://img.test/page.html' }, /not an image/],
    ],
  },
})
