import type { Scene } from '../../service/scene.ts'
import {
  accountLimit,
  blockedUser,
  developmentApp,
  invalidToken,
  pageLimit,
  type Rows,
  retiredVersion,
  stranger,
} from './story.ts'

/** For the calls at the root valid parameters, and a story for each of their codes. */
export function rootCodes({ campaign, lead }: Scene): Rows {
  const item = { method: 'GET', relative_url: 'me' }
  const campaigns = { ids: [campaign] }
  return {
    batch: {
      params: { batch: [item] },
      codes: {
        100: { params: { batch: Array.from({ length: 51 }, () => item) } },
        190: invalidToken,
      },
    },
    readMany: {
      params: { ids: lead },
      codes: {
        100: { params: { ids: `${lead},1` } },
        190: invalidToken,
        200: { ...stranger, params: campaigns },
        270: { ...developmentApp, params: campaigns },
        278: { token: ({ noAdsReadToken }) => noAdsReadToken, params: campaigns },
        368: {
          ...blockedUser,
          token: ({ userToken }) => userToken,
          params: campaigns,
        },
        2635: { ...retiredVersion, params: campaigns },
        80001: {
          ...pageLimit,
          token: ({ pageToken }) => pageToken,
        },
        80004: {
          ...accountLimit,
          token: ({ userToken }) => userToken,
          params: campaigns,
        },
      },
    },
  }
}
