/** What a limit counts, which decides the header that shows its usage. */
export type LimitKind =
  | 'app'
  | 'page'
  | 'adAccount'
  | 'adInsights'
  | 'instagram'
  | 'customAudience'
  | 'leadReads'
  | 'messenger'
  | 'whatsApp'
  | 'catalog'
  | 'catalogBatch'

/** The error codes of limits. */
const limitKinds: Readonly<Record<number, LimitKind>> = {
  4: 'app',
  17: 'app',
  32: 'app',
  341: 'app',
  613: 'app',
  80000: 'adInsights',
  80001: 'page',
  80002: 'instagram',
  80003: 'customAudience',
  80004: 'adAccount',
  80005: 'leadReads',
  80006: 'messenger',
  80008: 'whatsApp',
  80009: 'catalog',
  80014: 'catalogBatch',
}

/** Codes that an ad account shares with apps. */
const sharedCodes: readonly number[] = [17, 613]

/**
 * Returns what the limit of an error code counts; undefined for the code of another error.
 *
 * @param isOfAds Whether the call is to an ad account.
 */
export const limitKindOf = (code: number, isOfAds: boolean): LimitKind | undefined =>
  isOfAds && sharedCodes.includes(code) ? 'adAccount' : limitKinds[code]

/** Whether an error says that a limit was reached: the caller must wait before it calls again. */
export const isLimitCode = (code: number): boolean => limitKinds[code] !== undefined

/** Whether an error says that the service is down: the same call may succeed at once. */
export const isOutageCode = (code: number): boolean => code === 1 || code === 2
