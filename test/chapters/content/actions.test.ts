import { expect } from 'vitest'
import * as content from '../../../src/chapters/content/actions.ts'
import { call, idsOf, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { page, photo, post, draftPhoto, pageToken } = stage

describeActions(content, {
  setProfilePicture: {
    params: { page, photo },
    names: { page: photo, photo: page },
    does: ({ world }) =>
      expect(idsOf(call(world, pageToken, 'listPagePhotos', { page }).unwrap())).toEqual([photo]),
    refuses: [[{ photo: draftPhoto }, /Param photo must be a published photo/]],
  },
  setPostExpiry: {
    params: { post, expiresAt: '2026-01-15T09:00:00Z' },
    names: { post: page },
    does: ({ world }) => expect(call(world, pageToken, 'readPost', { post }).ok).toBe(false),
    refuses: [[{ expiresAt: 'soon' }, /Param expiresAt must be an ISO 8601 time/]],
  },
  hidePost: {
    params: { post },
    names: { post: page },
    does: ({ world }) => expect(rowOf(world, post)).toMatchObject({ hidden: true }),
    refuses: [[{ hidden: 'x' }, /Param hidden must be true or false/]],
  },
})
