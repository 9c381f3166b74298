import { fromBase64 } from '../../engine/values/base64.ts'
import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { compareVersions, type Version } from '../../service/contract/versions.ts'
import { type actionsOf, clientOf } from '../handle/client.ts'
import { advanceTo, type Handle } from '../handle/handle.ts'

/** The version of the ads calls of the set-up: the default one, unless it has no ads interface any more. */
export function adsVersion({ state }: Handle): Version | undefined {
  const { defaultVersion, adsMinVersion, versions } = state.graph.settings
  if (compareVersions(defaultVersion, adsMinVersion) >= 0) return undefined
  return versions.findLast((one) => compareVersions(one, adsMinVersion) >= 0)
}

/**
 * The synthetic picture of 16 by 12 pixels for the URL `starter`. To draw it would load what compresses it,
 * which takes a fifth of the time of the starter.
 */
export const starterPicture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAMAQMAAABRKa/CAAAABlBMVEVoDxXPt6xKQAJFAAAAC0lEQVR4' +
  'XmMgAgAAACQAAcxRK7sAAAAASUVORK5CYII='

type Actions = ReturnType<typeof actionsOf>

/** The ids and tokens of the starter world that the publications need. */
interface Publishers {
  readonly userToken: string
  readonly page: string
  readonly pageToken: string
  readonly adAccount: string
  readonly campaign: string
}

/** The named ids of the publications. */
export interface Publications {
  readonly photo: string
  readonly post: string
  readonly batch: string
}

/** The names of the publications in the starter world. */
export const publicationNames = ['photo', 'post', 'batch'] as const satisfies (keyof Publications)[]

/** Publishes a photo as the profile picture, a post, a reel, and a post of another page that tags it. */
function pagePublications(handle: Handle, actions: Actions, { page, pageToken }: Publishers) {
  const client = clientOf(handle, pageToken, undefined)
  const url = 'https://img.test/harbour.png'
  const photo = client.uploadPagePhoto({ page, url, caption: 'The harbour' }).unwrap().id
  actions.setProfilePicture({ page, photo }).unwrap()
  advanceTo(handle, handle.state.graph.now + MINUTE_MS)
  const post = client.publishPost({ page, message: 'Hello from the starter page' }).unwrap().id
  actions.addReel({ page, description: 'A minute at the harbour' }).unwrap()
  const neighbor = actions.createPage({ name: 'Starter Neighbour', verified: true }).unwrap().id
  actions.addPagePost({ page: neighbor, message: `Greetings to @[${page}]` }).unwrap()
  return { photo, post }
}

/** Adds an image, a study, a rule, and a batch that copies the campaign. */
function adPublications(handle: Handle, actions: Actions, { userToken, adAccount, campaign }: Publishers) {
  const client = clientOf(handle, userToken, adsVersion(handle))
  const bytes = fromBase64(starterPicture) ?? new Uint8Array()
  client.uploadAdImage({ adAccount, files: [{ part: 'filename', name: 'starter.png', bytes }] }).unwrap()
  actions.createAdStudy({ adAccount, name: 'Starter Study', campaigns: [campaign] }).unwrap()
  actions.createAdRule({ adAccount, name: 'Starter Rule', campaigns: [campaign] }).unwrap()
  const adbatch = [{ name: 'copy', relative_url: `${campaign}/copies`, body: 'status_option=PAUSED' }]
  const batch = String(client.createAsyncBatch({ adAccount, name: 'Starter Batch', adbatch }).unwrap().id)
  // The requests of a batch are due as soon as the clock moves.
  advanceTo(handle, handle.state.graph.now + MINUTE_MS)
  return { batch }
}

/** Fills every list of the page, the campaign and the ad account with at least one row. */
export const published = (handle: Handle, actions: Actions, by: Publishers): Publications => ({
  ...pagePublications(handle, actions, by),
  ...adPublications(handle, actions, by),
})
