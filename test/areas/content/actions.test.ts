import { expect } from 'vitest'
import * as content from '../../../src/areas/content/actions.ts'
import { call, idsOf, rowOf } from '../../graph/scene.ts'
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
  createLeadForm: {
    params: { page, name: 'F', questions: [{ key: 'a' }, { key: 'b', label: 'B', type: 'storeLocator' }] },
    names: { page: photo },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'leadForms',
        page: Number(page),
        questions: [
          { key: 'a', label: 'a', type: 'text' },
          { key: 'b', label: 'B', type: 'storeLocator' },
        ],
        disclaimers: [],
      })
    },
    refuses: [
      [{ questions: undefined }, /The parameter questions is required/],
      [{ questions: [{}] }, /The parameter questions.0.key is required/],
      [
        { questions: [{ key: '__proto__' }] },
        /Param questions.0.key must be text that is not empty, and not __proto__/,
      ],
      [{ questions: [{ key: '' }] }, /Param questions.0.key must be text that is not empty/],
      [{ disclaimers: [{ key: '' }] }, /Param disclaimers.0.key must be text that is not empty/],
      [
        { questions: [{ key: 'a' }, { key: 'a' }] },
        /Params questions and disclaimers must not use a key twice, got a more than once/,
      ],
      [
        { disclaimers: [{ key: 'a' }] },
        /Params questions and disclaimers must not use a key twice, got a more than once/,
      ],
      [
        { questions: [{ key: 'a', type: 'date' }] },
        /Param questions.0.type must be one of text, storeLocator/,
      ],
    ],
  },
})
