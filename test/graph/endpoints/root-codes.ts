import type { ErrorCode } from '../../../src/graph/errors.ts'
import type { Policy } from '../../../src/graph/policy.ts'
import { type Scene, tokenOf } from '../scene.ts'

/** How a call is made wrong: what is done to the world first, and what differs from a right call. */
interface Story {
  readonly policy?: Partial<Policy>
  readonly before?: (scene: Scene) => void
  readonly token?: (scene: Scene) => string
  readonly version?: string
  readonly params?: object
}

interface Row {
  readonly params: object
  readonly codes: Partial<Record<ErrorCode, Story>>
}

const noCalls = { development: 0, standard: 0, perActiveAd: 0, seconds: 60 }

/** For the calls at the root a right call, and a way to each of its codes. */
export function rootCodes({ campaign, lead }: Scene): Readonly<Record<string, Row>> {
  const item = { method: 'GET', relative_url: 'me' }
  const campaigns = { ids: [campaign] }
  return {
    batch: {
      params: { batch: [item] },
      codes: {
        100: { params: { batch: Array.from({ length: 51 }, () => item) } },
        190: { token: () => 'nobody' },
      },
    },
    readMany: {
      params: { ids: lead },
      codes: {
        100: { params: { ids: `${lead},1` } },
        190: { token: () => 'nobody' },
        200: { token: (scene) => tokenOf(scene), params: campaigns },
        270: { token: ({ developmentAppToken }) => developmentAppToken, params: campaigns },
        278: { token: ({ noAdsReadToken }) => noAdsReadToken, params: campaigns },
        368: {
          token: ({ userToken }) => userToken,
          before: ({ world, user }) => void world.actions.blockActor({ actor: user }).unwrap(),
          params: campaigns,
        },
        2635: { version: 'v2.12', params: campaigns },
        80001: {
          token: ({ pageToken }) => pageToken,
          policy: { pageCallLimit: { perEngagedUser: 0, seconds: 60 } },
        },
        80004: {
          token: ({ userToken }) => userToken,
          policy: { adAccountCallLimit: noCalls },
          params: campaigns,
        },
      },
    },
  }
}
