import { call } from '../service/scene.ts'
import type { Ground, WalkRecipe } from './walk-recipes.ts'

/** A list of media of the Instagram account, each made and published. */
const published = (media: object): WalkRecipe => ({
  of: ({ instagramAccount }) => ({ instagramAccount }),
  token: 'pageToken',
  add({ world, names: { pageToken }, instagramAccount }: Ground, nth) {
    const image_url = `https://img.test/instagram/${nth}.png`
    const made = (operation: string, params: object) =>
      call(world, pageToken, operation, { instagramAccount, ...params }).unwrap()['id']
    const creation_id = made('createMediaContainer', { image_url, ...media })
    return made('publishMediaContainer', { creation_id })
  },
  remove: 'no operation deletes media',
})

/** The lists of an Instagram account, and the videos of a page. */
export const instagramWalks: Readonly<Record<string, WalkRecipe>> = {
  listInstagramMedia: published({}),
  listPageVideos: {
    of: ({ names: { page } }) => ({ page }),
    token: 'pageToken',
    add({ world, names: { page, pageToken } }, nth) {
      const file_url = `https://video.test/${nth}.mp4`
      return call(world, pageToken, 'uploadPageVideo', { page, file_url }).unwrap()
    },
    remove: ({ world, names: { pageToken } }, id) =>
      call(world, pageToken, 'deleteVideo', { video: id }).unwrap(),
  },
  listInstagramStories: published({ media_type: 'STORIES' }),
}
