import { expect } from 'vitest'
import * as instagram from '../../../src/chapters/media/instagram-actions.ts'
import { act, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, page } = stage

describeActions(instagram, {
  createInstagramAccount: {
    params: { page, username: 'bread', followers: 7 },
    names: { page: user },
    does({ world }, { id }) {
      const row = { kind: 'instagramAccounts', page: Number(page), username: 'bread', name: 'bread' }
      expect(rowOf(world, String(id))).toMatchObject({ ...row, followers: 7, follows: 0 })
      expect(act(world, 'createInstagramAccount', { page, username: 'two' })).toMatchObject({
        error: { message: expect.stringContaining('a page without an Instagram account') },
      })
    },
    refuses: [
      [{ username: '' }, /Param username must be text that is not empty/],
      [{ followers: -1 }, /Param followers must be an integer of 0 or more/],
      [{ follows: 'many' }, /Param follows must be an integer/],
      [{ website: 'bread' }, /Param website must be an absolute http or https URL/],
      [{ biography: ['x'] }, /Param biography must be text/],
    ],
  },
})
