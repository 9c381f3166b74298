import { webLink } from '../../service/values/links.ts'
import { displaySizes } from '../pictures/sizes.ts'
import type { PhotoRow } from '../rows.ts'

/** Returns the URL of a photo's picture in a size, on `{web_url}`. */
export function pictureLink(
  { id, picture }: Pick<PhotoRow, 'id' | 'picture'>,
  width: number,
  height: number,
): string {
  const format = picture.servedAs ?? picture.format
  const extension = format === 'jpeg' ? 'jpg' : format
  return webLink(`/pictures/${id}/${width}x${height}.${extension}`)
}

/** Returns the sizes in which a photo is displayed, the original first (PHO-042, SIL-073). */
export function photoImages(
  photo: Pick<PhotoRow, 'id' | 'picture'>,
): { source: string; width: number; height: number }[] {
  return displaySizes(photo.picture.width, photo.picture.height).map(({ width, height }) => ({
    source: pictureLink(photo, width, height),
    width,
    height,
  }))
}
