import { describe, expect, test } from 'vitest'
import { bytesOf, joined } from '../../../src/graph/picture/bytes.ts'
import { withoutLocation } from '../../../src/graph/picture/location.ts'
import { extendedXmpHeader, xmpHeader } from '../../../src/graph/picture/xmp.ts'
import { xmpPacket } from './metadata.ts'
import { plainJpeg, withSegments } from './samples.ts'

describe('XMP', () => {
  const xmpSegment = (packet: Uint8Array) => [0xe1, joined([bytesOf(xmpHeader), packet])] as const

  test.each([
    ['is not well formed', bytesOf('<a><b photoshop:City="Hollowmere"></a>')],
    ['defines entities', bytesOf('<!DOCTYPE a [<!ENTITY c "Hollowmere">]><a><b>&c;</b></a>')],
    ['is in UTF-16', new Uint8Array(Buffer.from('<a City="Hollowmere"/>', 'utf16le'))],
    ['is cut short', xmpPacket({}).subarray(0, -60)],
    ['is empty', new Uint8Array()],
  ])('that %s goes whole', async (_title, packet) => {
    const plain = await plainJpeg(8, 8)
    expect(withoutLocation(withSegments(plain, xmpSegment(packet)), 'jpeg')).toEqual(plain)
  })

  test('in parts, too long for one segment, goes whole', async () => {
    const plain = await plainJpeg(8, 8)
    const part = joined([bytesOf(extendedXmpHeader), new Uint8Array(40), bytesOf('<City>Hollow')])
    expect(withoutLocation(withSegments(plain, [0xe1, part]), 'jpeg')).toEqual(plain)
  })

  test.each([
    ['<a x:City="1" y="2"/>', '<a            y="2"/>'],
    ['<a><x:City>1</x:City>2</a>', '<a>                  2</a>'],
    ['<a><City/><b/></a>', '<a>       <b/></a>'],
    ['<a><x:Country><City><b>1</b></City></x:Country></a>', `<a>${' '.repeat(44)}</a>`],
    ['<a xmlns:GPS="1" GPS:b="2"/>', '<a xmlns:GPS="1" GPS:b="2"/>'],
    ['<a><!-- <City> --><b/></a>', '<a><!-- <City> --><b/></a>'],
    ['<a><b>City</b>London</a>', '<a><b>City</b>London</a>'],
    ["<a e:GPSVersionID = '2.3'>3</a>", `<a ${' '.repeat(22)}>3</a>`],
  ])('%s becomes %s', async (given, expected) => {
    const plain = await plainJpeg(8, 8)
    const cleaned = withoutLocation(withSegments(plain, xmpSegment(bytesOf(given))), 'jpeg')
    expect(cleaned).toEqual(withSegments(plain, xmpSegment(bytesOf(expected))))
  })
})
