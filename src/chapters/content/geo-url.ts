/** Whether two coordinates in degrees are a place. A missing coordinate is NaN, and so no place. */
export const isOnEarth = (latitude: string | undefined, longitude: string | undefined): boolean =>
  Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180

/** Whether a text is a URL of coordinates: `fbgeo://latitude,longitude` (SIL-105). */
export function isGeoUrl(url: string): boolean {
  const [, latitude, longitude] =
    /^fbgeo:\/\/(-?\d{1,2}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)/.exec(url) ?? []
  return isOnEarth(latitude, longitude)
}
