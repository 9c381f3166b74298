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

/** The tokens of the starter world whose text may be chosen. The app token follows from the app secret. */
export const starterTokenNames = [
  'userToken',
  'pageToken',
  'noAdsReadToken',
  'noAdsManagementToken',
  'developmentAppToken',
  'noPermissionToken',
  'expiredToken',
] as const satisfies (typeof starterNames)[number][]

/** Texts of tokens of the starter world, by their names. */
export type StarterTokens = { readonly [name in (typeof starterTokenNames)[number]]?: string }

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
  /** Texts of tokens by their names, such as `pageToken`, for a program that has them as constants. */
  readonly tokens?: StarterTokens
}

/** The values of the option `starter`: its type says which world `createWorld` returns. */
export type StarterChoice = boolean | StarterOptions | undefined

/** Options of `createWorld` for worlds that begin with ids and tokens. */
export interface StarterWorldOptions<S extends StarterChoice> {
  /** Calls `starter()` at once, with its options or with `true`, so that `world.names` is always there. */
  readonly starter?: S
}
