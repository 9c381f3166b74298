import { expect } from 'vitest'
import * as comments from '../../../src/chapters/feed/comment-actions.ts'
import { act, call } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { page, user, post, pageToken } = stage
const commentIn = (world: typeof stage.world) =>
  String(act(world, 'commentOnPost', { post, user, message: 'Hi' }).unwrap()['id'])
// Every fork of the stage gives its first comment this id. Other tests share the stage itself.
const comment = commentIn(stage.world.fork())

describeActions(comments, {
  setCommentReaction: {
    params: { comment, user, reaction: 'WOW' },
    names: { comment: page, user: page },
    before: ({ world }) => void commentIn(world),
    does({ world }) {
      const live = () => world.fork({ policy: { beyond: 'serve' } })
      const reactions = () =>
        call(live(), pageToken, 'listCommentReactions', { comment, fields: 'type' }).unwrap()
      expect(reactions()['data']).toEqual([{ id: user, type: 'WOW' }])
      act(world, 'setCommentReaction', { comment, user }).unwrap()
      expect(reactions()['data']).toEqual([{ id: user, type: 'LIKE' }])
      act(world, 'setCommentReaction', { comment, user, reacts: false }).unwrap()
      expect(reactions()['data']).toEqual([])
    },
    refuses: [
      [{ reaction: 'PRIDE' }, /Param reaction must be one of LIKE, LOVE/],
      [{ reacts: 'perhaps' }, /Param reacts must be true or false/],
    ],
  },
})
