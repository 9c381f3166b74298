import { syntheticPicture } from '../../src/chapters/pictures/synthetic.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'

/** A world in which there are several of most things, and the starter's names. */
export interface Rich {
  readonly world: World
  readonly names: Starter
}

/** Photos of each kind, posts of each kind, comments, and a tag. */
function publishing(world: World, { page, pageToken, user }: Starter): void {
  const client = world.as(pageToken)
  const url = 'https://img.test/rich.png'
  const photo = client.uploadPagePhoto({ page, url }).unwrap()
  client.uploadPagePhoto({ page, url, published: false }).unwrap()
  client.uploadPagePhoto({ page, url, published: false, temporary: true }).unwrap()
  const post = client.publishPost({ page, message: 'Rich' }).unwrap().id
  for (const message of ['First', 'Second']) world.actions.commentOnPost({ post, user, message }).unwrap()
  const later = { published: false, unpublished_content_type: 'SCHEDULED' } as const
  const time = Math.floor(world.clock.now / 1000) + 86_400
  client.publishPost({ page, message: 'Rich, later', scheduled_publish_time: time, ...later }).unwrap()
  world.actions.addBusinessTag({ name: 'Rich', photos: [photo.id] }).unwrap()
  world.actions.setProfilePicture({ page, photo: photo.id }).unwrap()
  world.actions.visitPage({ page, user, message: 'Hello' }).unwrap()
}

/** Campaigns of two kinds, a copy, two pictures and a batch that ran. */
function advertising(world: World, { adAccount, campaign, adSet, creative, userToken }: Starter): void {
  const client = world.as(userToken)
  const special_ad_categories: readonly never[] = []
  client.createCampaign({ adAccount, special_ad_categories, buying_type: 'RESERVED' }).unwrap()
  client.createCampaign({ adAccount, special_ad_categories, daily_budget: 500 }).unwrap()
  world.actions.createAdWithCreative({ adSet, creative, name: 'Rich' }).unwrap()
  client.copyCampaign({ campaign, deep_copy: true }).unwrap()
  for (const side of [1, 2]) {
    const picture = syntheticPicture({ url: 'https://img.test/', width: side, height: side })
    client.uploadAdImage({ adAccount, bytes: Buffer.from(picture).toString('base64') }).unwrap()
  }
  const request = { name: 'Rich', relative_url: campaign, body: 'name=Rich' }
  client.createAsyncBatch({ adAccount, name: 'Rich', adbatch: [request, request] }).unwrap()
  world.clock.advance('1s')
}

/** Albums, a form with a test lead, a report that is complete, and custom audiences. */
export function extras(world: World, { page, user, adAccount, userToken, pageToken }: Starter): void {
  const [person, publisher] = [world.as(userToken), world.as(pageToken)]
  for (const name of ['One', 'Two']) {
    const { id: album } = publisher.createAlbum({ page, name }).unwrap()
    publisher.uploadAlbumPhoto({ album, url: 'https://img.test/album.png' }).unwrap()
    person.createCustomAudience({ adAccount, name, subtype: 'WEBSITE' }).unwrap()
  }
  const questions = [{ key: 'email' }]
  const { id: form } = world.actions.createLeadForm({ page, name: 'Tested', questions }).unwrap()
  publisher.createTestLead({ form }).unwrap()
  const children = [1, 2].map((place) => ({ url: `https://img.test/${place}.png` }))
  world.actions.publishMedia({ user, type: 'CAROUSEL_ALBUM', children }).unwrap()
  person.startAccountReport({ adAccount }).unwrap()
  for (const title of ['One', 'Two'])
    publisher.uploadPageVideo({ page, title, file_url: 'https://video.test/a.mp4' }).unwrap()
  const { id = '' } = world.actions.createInstagramAccount({ page, username: 'rich' }).unwrap()
  for (const image_url of ['https://img.test/1.png', 'https://img.test/2.png']) {
    const { id: creation_id } = publisher.createMediaContainer({ instagramAccount: id, image_url }).unwrap()
    publisher.createMediaContainer({ instagramAccount: id, image_url }).unwrap()
    publisher.publishMediaContainer({ instagramAccount: id, creation_id }).unwrap()
  }
  world.actions.createBusiness({ name: 'Rich', administrators: [user] }).unwrap()
  world.clock.advance('2s')
}

/** Makes such a world. It checks its own answers, and keeps no history. */
export function richWorld(): Rich {
  const world = createWorld({ seed: 'rich', validateAnswers: true, history: 'off', logSize: 10 })
  const names = world.starter({ publications: false })
  publishing(world, names)
  advertising(world, names)
  const served = world.fork({ policy: { beyond: 'serve' } })
  extras(served, names)
  return { world: served.fork({ policy: { beyond: 'refuse' } }), names }
}
