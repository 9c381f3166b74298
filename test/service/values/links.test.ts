import { expect, test } from 'vitest'
import { absoluteLinks, againLink, logOrigins, readLink, webLink } from '../../../src/service/values/links.ts'
import { begin, call, jsonOf } from '../scene.ts'

const origins = {
  web: 'https://web.test',
  again: (changed: Record<string, string>) => `https://graph.test/list?after=${changed['after']}`,
  read: (path: string, params: Readonly<Record<string, string>>) =>
    `https://graph.test/${path}?after=${params['after']}`,
}

test('links begin with the requested origin', () => {
  const value = {
    a: [webLink('/1')],
    b: { c: webLink('/1_2') },
    d: againLink({ after: 'x' }),
    e: readLink('1/likes', { after: 'y' }),
  }
  expect(absoluteLinks(value, origins)).toEqual({
    a: ['https://web.test/1'],
    b: { c: 'https://web.test/1_2' },
    d: 'https://graph.test/list?after=x',
    e: 'https://graph.test/1/likes?after=y',
  })
})

test('in the log they begin with the name of the origin', () => {
  const links = [webLink('/2'), againLink({ after: 'x' }), readLink('1/likes', { after: 'x' })]
  expect(absoluteLinks(links, logOrigins)).toEqual([
    '{web_url}/2',
    '{"after":"x"}',
    '["1/likes",{"after":"x"}]',
  ])
})

test.each(['text', '', 5, 0, true, null])('%j stays as it is', (value) => {
  expect(absoluteLinks(value, origins)).toBe(value)
})

test('no text from outside can be a link, because the mark of a link is not well-formed', () => {
  const { world, page, pageToken } = begin()
  const before = world.state.graph
  const outcome = call(world, pageToken, 'publishPost', { page, message: webLink('/x') })
  expect(outcome.ok).toBe(false)
  expect(world.state.graph).toBe(before)
})

test('web links have their own origin; a port that serves both addresses is the origin of both [CNV-001..002]', () => {
  const { world, page, pageToken } = begin({ baseUrl: 'https://g.test/', webUrl: 'https://w.test/' })
  const post = world.as(pageToken).publishPost({ page, message: 'x' }).unwrap().id
  const linkOf = (url: string) => jsonOf(world.request({ method: 'GET', url }))['permalink_url']
  const query = `?fields=permalink_url&access_token=${pageToken}`
  expect(linkOf(`/${post}${query}`)).toBe(`https://w.test/${post}`)
  expect(linkOf(`http://localhost:9/${post}${query}`)).toBe(`http://localhost:9/${post}`)
  const typed = call(world, pageToken, 'readPost', { post, fields: 'permalink_url' }).unwrap()
  expect(typed['permalink_url']).toBe(`https://w.test/${post}`)
})
