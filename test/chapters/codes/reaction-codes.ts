import { everyPage, type Rows, wrongLimit } from './story.ts'

/** For comments and likes of photos, and reactions to comments, valid parameters and stories of codes. */
export const reactionCodes = (photo: string, comment: unknown): Rows => ({
  listCommentLikes: { params: { comment }, codes: { ...everyPage, 100: wrongLimit } },
  listCommentReactions: { params: { comment }, codes: { ...everyPage, 100: { params: { type: 'x' } } } },
  listPhotoComments: { params: { photo }, codes: { ...everyPage, 100: wrongLimit } },
  commentOnPhoto: {
    params: { photo, message: 'Thank you' },
    codes: { ...everyPage, 100: { params: { message: '' } } },
  },
  listPhotoLikes: { params: { photo }, codes: { ...everyPage, 100: wrongLimit } },
  likePhoto: { params: { photo }, codes: { ...everyPage, 100: { params: { photo: '1' } } } },
  unlikePhoto: { params: { photo }, codes: { ...everyPage, 100: { params: { photo: '1' } } } },
})
