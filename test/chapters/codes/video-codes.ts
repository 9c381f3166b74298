import { call, type Scene, serveWhile } from '../../service/scene.ts'
import { everyPage, type Rows, wrongFields, wrongLimit } from './story.ts'

const file_url = 'https://video.test/a.mp4'

/** For videos valid parameters, and a story for each of their codes. */
export function videoCodes(start: Scene): Rows {
  const { page, pageToken, world } = start
  const made = serveWhile(start, () => call(world, pageToken, 'uploadPageVideo', { page, file_url }))
  const video = String(made.unwrap()['id'])
  return {
    listPageVideos: { params: { page }, codes: { ...everyPage, 100: wrongLimit } },
    uploadPageVideo: {
      params: { page, file_url },
      codes: { ...everyPage, 100: { params: { published: 'perhaps' } } },
    },
    readVideo: { params: { video }, codes: { ...everyPage, 100: wrongFields } },
    updateVideo: {
      params: { video, title: 'B' },
      codes: { ...everyPage, 100: { params: { title: ['x'] } } },
    },
    deleteVideo: { params: { video }, codes: { ...everyPage, 100: { params: { video: '1' } } } },
  }
}
