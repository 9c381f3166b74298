import { webLink } from '../../graph/values/links.ts'
import { displaySizes } from '../../pictures/sizes.ts'
import type { PhotoRow } from '../rows.ts'

/** The address of a photo's picture in a size, on `{web_url}`. */
export function pictureLink(
  { id, picture }: Pick<PhotoRow, 'id' | 'picture'>,
  width: number,
  height: number,
): string {
  const extension = picture.format === 'jpeg' ? 'jpg' : picture.format
  return webLink(`/pictures/${id}/${width}x${height}.${extension}`)
}

/** The sizes in which a photo is shown, the original first (SIL-073). */
export function photoImages(
  photo: Pick<PhotoRow, 'id' | 'picture'>,
): { source: string; width: number; height: number }[] {
  return displaySizes(photo.picture.width, photo.picture.height).map(({ width, height }) => ({
    source: pictureLink(photo, width, height),
    width,
    height,
  }))
}
