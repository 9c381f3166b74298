import { act, call, type Scene, serveWhile } from '../../service/scene.ts'
import { everyPage, type Rows, type Story, wrongFields, wrongLimit } from './story.ts'

const url = 'https://img.test/a.png'

/** For Instagram accounts valid parameters, and a story for each of their codes. */
export function instagramCodes(start: Scene): Rows {
  const { world, page, pageToken } = start
  const made = act(world, 'createInstagramAccount', { page, username: 'bread' }).unwrap()
  const instagramAccount = String(made['id'])
  const does = (operation: string, params: object) =>
    serveWhile(start, () => String(call(world, pageToken, operation, params).unwrap()['id']))
  const container = () => does('createMediaContainer', { instagramAccount, image_url: url })
  const instagramMedia = does('publishMediaContainer', { instagramAccount, creation_id: container() })
  const mediaContainer = container()
  const row = (params: object, story: Story) => ({ params, codes: { ...everyPage, 100: story } })
  const unknown = (name: string): Story => ({ params: { [name]: '1' } })
  return {
    readInstagramAccount: row({ instagramAccount }, wrongFields),
    listInstagramMedia: row({ instagramAccount }, wrongLimit),
    listInstagramStories: row({ instagramAccount }, wrongLimit),
    createMediaContainer: row({ instagramAccount, image_url: url }, { params: { media_type: 'REELS' } }),
    publishMediaContainer: row(
      { instagramAccount, creation_id: mediaContainer },
      { params: { creation_id: 'x' } },
    ),
    readPublishingLimit: row({ instagramAccount }, unknown('instagramAccount')),
    readMediaContainer: row({ mediaContainer }, wrongFields),
    readInstagramMedia: row({ instagramMedia }, wrongFields),
    listInstagramItems: row({ instagramMedia }, wrongFields),
  }
}
