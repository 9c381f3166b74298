/** A size in pixels. */
export interface RenderedSize {
  readonly width: number
  readonly height: number
  /** The format, if it is not that of the picture. Of an animation it then shows the first frame. */
  readonly format?: 'jpeg'
}

/** A picture in the requested size. */
export interface RenderedPicture {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/**
 * Resizes a picture to exactly this size, without metadata and in its own format or the requested one.
 * Returns undefined for a picture that it cannot decode or write, or that is too large: the original is sent
 * then. Returns `'busy'` when too many pictures wait: the request gets status 503.
 */
export type PictureRenderer = (
  bytes: Uint8Array,
  size: RenderedSize,
) => Promise<RenderedPicture | 'busy' | undefined>
