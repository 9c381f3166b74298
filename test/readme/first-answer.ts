import { createWorld } from '../../src/index.ts'

const world = createWorld()
const { page, pageToken } = world.starter()
const client = world.as(pageToken)

const photo = client.uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }).unwrap()
world.clock.advance('25h')
const post = client.publishPost({ page, message: 'hi', attached_media: [{ media_fbid: photo.id }] })

console.log(post.ok ? 'published' : `refused with code ${post.error.code}`)
// → refused with code 100
