import type { ErrorCode } from '../../../src/graph/contract/errors.ts'
import type { Policy } from '../../../src/graph/policy.ts'
import { type Scene, tokenOf } from '../../graph/scene.ts'

/** How a call is made wrong: what is done to the world first, and what differs from a right call. */
export interface Story {
  /** The rows of the contract by which the operation can answer this code. */
  readonly row?: string
  readonly policy?: Partial<Policy>
  readonly before?: (scene: Scene) => void
  readonly token?: (scene: Scene) => string
  readonly version?: string
  readonly params?: object
}

/** Right parameters of an operation, whose token is right too, and for each of its codes a way to reach it. */
export interface Row {
  readonly params: object
  readonly codes: Partial<Record<ErrorCode, Story>>
}

/** The rows of some operations, by name. */
export type Rows = Readonly<Record<string, Row>>

export const invalidToken: Story = { token: () => 'nobody' }
export const noPermission: Story = { token: ({ noPermissionToken }) => noPermissionToken }
/** The token of a person who has every permission, and no role anywhere. */
export const stranger: Story = { token: (scene) => tokenOf(scene) }
export const developmentApp: Story = { token: ({ developmentAppToken }) => developmentAppToken }
export const retiredVersion: Story = { version: 'v2.12' }
export const blockedUser: Story = {
  before: ({ world, user }) => void world.actions.blockActor({ actor: user }).unwrap(),
}
export const wrongFields: Story = { params: { fields: 'nothing' } }
export const wrongLimit: Story = { params: { limit: 0 } }

const noCalls = { development: 0, standard: 0, perActiveAd: 0, seconds: 60 }

export const pageLimit: Story = { policy: { pageCallLimit: { perEngagedUser: 0, seconds: 60 } } }
export const accountLimit: Story = { policy: { adAccountCallLimit: noCalls } }

/** How every call of the page interface is refused. */
export const everyPage = { 190: invalidToken, 200: noPermission, 80001: pageLimit }

/** How every call of the ads interface is refused. */
export const everyAds = {
  190: invalidToken,
  200: stranger,
  270: developmentApp,
  2635: retiredVersion,
  80004: accountLimit,
}
