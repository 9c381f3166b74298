import type { Publications } from './starter-publications.ts'

/** The names of the ids and tokens in the starter world. */
export const starterNames = [
  'app',
  'appSecret',
  'appToken',
  'user',
  'userToken',
  'page',
  'pageToken',
  'adAccount',
  'campaign',
  'adSet',
  'ad',
  'creative',
  'form',
  'lead',
  'catalog',
  'feedUpload',
  'album',
  'noAdsReadToken',
  'noAdsManagementToken',
  'developmentAppToken',
  'noPermissionToken',
  'expiredToken',
] as const

/** The ids and tokens of the starter world by name, all strings. */
export type Starter = Readonly<Record<(typeof starterNames)[number], string>> & Partial<Publications>

/** The content that `starter()` adds beyond names and tokens. */
export interface StarterOptions {
  /**
   * True adds a photo, posts and a reel to the page, and an image, a batch and a copy of the campaign to the
   * ad account: true if left out. Use false in a test that counts such rows.
   */
  readonly publications?: boolean
  /**
   * The keys of more questions of the lead form, after `full_name` and `email`, such as `phone_number`: what
   * the code under test reads of leads.
   */
  readonly leadFields?: readonly string[]
}

/** The values of the option `starter`: its type says which world `createWorld` returns. */
export type StarterChoice = boolean | StarterOptions | undefined

/** Options of `createWorld` for worlds that begin with ids and tokens. */
export interface StarterWorldOptions<S extends StarterChoice> {
  /** Calls `starter()` at once, with its options or with `true`, so that `world.names` is always there. */
  readonly starter?: S
}
