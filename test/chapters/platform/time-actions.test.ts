import { expect } from 'vitest'
import * as time from '../../../src/chapters/platform/time-actions.ts'
import { call, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { page, photo, post, draftPhoto, scheduledPost, pageToken, world: staged } = stage
const quietPhoto = String(
  call(staged, pageToken, 'uploadPagePhoto', {
    page,
    url: 'https://img.test/quiet.png',
    published: false,
    temporary: true,
    no_story: true,
    unpublished_content_type: 'SCHEDULED',
    scheduled_publish_time: staged.clock.now / 1000 + 86_400,
  }).unwrap()['id'],
)

describeActions(time, {
  publishScheduledPost: {
    params: { post: scheduledPost },
    names: { post: page },
    does({ world }) {
      expect(rowOf(world, scheduledPost)).toMatchObject({ published: true, createdTime: world.clock.now })
      expect(world.events.of('post.published')).toHaveLength(1)
      // A post that an action published is not published again at its time.
      world.clock.advance('2d')
      expect(world.events.of('post.published')).toHaveLength(1)
    },
    refuses: [[{ post }, /Param post must be a scheduled post/]],
  },
  publishScheduledPhoto: {
    params: { photo: quietPhoto },
    names: { photo: page },
    does({ world }) {
      const published = () => world.events.of('photo.published').length
      expect(rowOf(world, quietPhoto)).toMatchObject({ published: true, updatedTime: world.clock.now })
      expect(published()).toBe(1)
      // A post that an action published is not published again at its time.
      world.clock.advance('2d')
      expect(published()).toBe(1)
    },
    refuses: [
      [{ photo }, /Param photo must be a scheduled photo without a story/],
      [{ photo: draftPhoto }, /Param photo must be a scheduled photo without a story/],
    ],
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
    refuses: [
      [{ photo }, /Param photo must be an unpublished photo in no post/],
      [{ photo: quietPhoto }, /Param photo must be an unpublished photo in no post and not scheduled/],
    ],
  },
})
