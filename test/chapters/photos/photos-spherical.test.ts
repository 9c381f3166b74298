import { describe, expect, test } from 'vitest'
import { pngWith } from '../pictures/samples.ts'
import { begin, photoRow, refusedBy, type Upload, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken } = start

const refusal = (params: object) => {
  const world = start.world.fork()
  return refusedBy(world, () => upload(world, pageToken, { page, ...params }))
}

describe('a spherical photo', () => {
  const allow = { allow_spherical_photo: true }
  const metadata = { ProjectionType: 'equirectangular', CroppedAreaLeftPixels: 7 }
  const panorama = () => pngWith({ width: 8, height: 4, spherical: true })
  const flat = () => pngWith({ width: 8, height: 4 })
  const views = {
    initial_view_heading_override_degrees: 360,
    initial_view_pitch_override_degrees: -90,
    initial_view_vertical_fov_override_degrees: 60,
  }
  const shown = {
    initial_view_heading_degrees: 360,
    initial_view_pitch_degrees: -90,
    initial_view_vertical_fov_degrees: 60,
  }

  test.each([
    ['flat, allowed [PHO-078]', flat, allow, null],
    ['embedded, allowed [PHO-076, PHO-078]', panorama, allow, {}],
    ['embedded, not allowed by default [PHO-077]', panorama, {}, null],
    ['embedded, not allowed [PHO-076]', panorama, { allow_spherical_photo: 'false' }, null],
    ['given, not allowed [PHO-077]', flat, { spherical_metadata: metadata }, null],
    ['given [PHO-078..079]', flat, { ...allow, spherical_metadata: metadata }, metadata],
    ['given as text [PHO-079]', flat, { ...allow, spherical_metadata: JSON.stringify(metadata) }, metadata],
    ['given above embedded [PHO-080]', panorama, { ...allow, spherical_metadata: metadata }, metadata],
    ['with views [PHO-081, PHO-083, PHO-085]', panorama, { ...allow, ...views }, shown],
    [
      'with views above metadata',
      flat,
      { ...allow, ...views, spherical_metadata: { ...metadata, ...shown, initial_view_heading_degrees: 1 } },
      { ...metadata, ...shown },
    ],
    ['flat with views [PHO-078]', flat, { ...allow, ...views }, null],
  ])('%s', async (_, file, params, expected) => {
    const world = start.world.fork()
    const source = await file()
    const { id } = world
      .as(pageToken)
      .uploadPagePhoto({ page, source, ...params } as Upload)
      .unwrap()
    expect(photoRow(world, id).spherical).toEqual(expected)
  })

  test.each([
    [
      'allow_spherical_photo [PHO-076]',
      { allow_spherical_photo: 'maybe' },
      'allow_spherical_photo must be true or false, got "maybe"',
    ],
    [
      'spherical_metadata [PHO-079]',
      { spherical_metadata: 'x' },
      'spherical_metadata must be a JSON object, got "x"',
    ],
    [
      'spherical_metadata [PHO-079]',
      { spherical_metadata: [1] },
      'spherical_metadata must be a JSON object, got [1]',
    ],
  ])('is refused with a wrong %s', (_, params, words) => {
    expect(refusal(params)).toMatchObject({ code: 100, message: `(#100) Param ${words}` })
  })

  describe.each([
    ['heading [PHO-081..082]', 'heading', 0, 360],
    ['pitch [PHO-083..084]', 'pitch', -90, 90],
    ['vertical_fov [PHO-085..086]', 'vertical_fov', 60, 120],
  ])('initial view: %s', (_, what, least, most) => {
    const name = `initial_view_${what}_override_degrees`

    test.each([least, least + 1, most - 1, most, String(most)])('may be %j', (value) => {
      const world = start.world.fork()
      const params = { page, ...allow, spherical_metadata: {}, [name]: value }
      const { id } = upload(world, pageToken, params).unwrap()
      expect(photoRow(world, id).spherical).toEqual({ [`initial_view_${what}_degrees`]: Number(value) })
    })

    test.each([least - 1, most + 1, least + 0.5, 'up', true])('must not be %j, even if unused', (value) => {
      expect(refusal({ [name]: value })).toMatchObject({
        code: 100,
        message: `(#100) Param ${name} must be an integer from ${least} to ${most}, got ${JSON.stringify(value)}`,
      })
    })
  })
})
