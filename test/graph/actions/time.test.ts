import { expect } from 'vitest'
import * as time from '../../../src/graph/actions/time.ts'
import { call, rowOf } from '../scene.ts'
import { describeActions, stage } from './table.ts'

const { page, photo, post, draftPhoto, scheduledPost, pageToken } = stage

describeActions(time, {
  publishScheduledPost: {
    params: { post: scheduledPost },
    names: { post: page },
    does({ world }) {
      expect(rowOf(world, scheduledPost)).toMatchObject({ published: true, createdTime: world.clock.now })
      expect(world.events.of('post.published')).toHaveLength(1)
      // Published by hand, it is not published once more at its time.
      world.clock.advance('2d')
      expect(world.events.of('post.published')).toHaveLength(1)
    },
    refuses: [[{ post }, /Param post must be a scheduled post/]],
  },
  expirePhoto: {
    params: { photo: draftPhoto },
    names: { photo: page },
    does({ world }) {
      expect(call(world, pageToken, 'readPhoto', { photo: draftPhoto }).ok).toBe(false)
      expect(world.events.last()).toMatchObject({ type: 'photo.expired', data: { photo: draftPhoto } })
      world.clock.advance('2d')
      expect(world.events.of('photo.expired')).toHaveLength(1)
    },
    refuses: [[{ photo }, /Param photo must be an unpublished photo in no post/]],
  },
})
