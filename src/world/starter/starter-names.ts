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

/** The ids of what only some starter worlds have. */
interface FurtherNames {
  /** The business that owns the page and the ad account: with the option `business`. */
  readonly business: string
  /** The Instagram account of the page: with the option `instagram`. */
  readonly instagramAccount: string
  /** The carousel of the person, in a world that serves calls beyond the description. */
  readonly carousel: string
}

/**
 * The ids and tokens of the starter world by name, all strings. `album` is an album of the page, or the
 * carousel of the person in a world that serves no calls beyond the description.
 */
export type Starter = Readonly<Record<(typeof starterNames)[number], string>> &
  Partial<Publications> &
  Partial<FurtherNames>

/** The names that options of the starter, or a policy, add. */
export const furtherNames = [
  'business',
  'instagramAccount',
  'carousel',
] as const satisfies (keyof FurtherNames)[]

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
  /** True adds a business that owns the page and the ad account: the name `business`. False if left out. */
  readonly business?: boolean
  /** True adds an Instagram account of the page: the name `instagramAccount`. False if left out. */
  readonly instagram?: boolean
}

/** What `createWorld` accepts in its option `starter`. */
export const starterOptionNames = [
  'publications',
  'leadFields',
  'tokens',
  'business',
  'instagram',
] as const satisfies (keyof StarterOptions)[]

/** The values of the option `starter`: its type says which world `createWorld` returns. */
export type StarterChoice = boolean | StarterOptions | undefined

/** Options of `createWorld` for worlds that begin with ids and tokens. */
export interface StarterWorldOptions<S extends StarterChoice> {
  /** Calls `starter()` at once, with its options or with `true`, so that `world.names` is always there. */
  readonly starter?: S
}
