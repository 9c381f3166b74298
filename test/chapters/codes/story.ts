import type { ErrorCode } from '../../../src/service/contract/errors.ts'
import type { Policy } from '../../../src/service/policy.ts'
import { type Scene, tokenOf } from '../../service/scene.ts'

/** How a call fails: a change of the world before it, and a change of valid parameters. */
export interface Story {
  /** The requirement rows by which the operation can fail with this code. */
  readonly row?: string
  readonly policy?: Partial<Policy>
  readonly before?: (scene: Scene) => void
  readonly token?: (scene: Scene) => string
  readonly version?: string
  readonly params?: object
}

/** Valid parameters and token of an operation, and a story for each of its codes. */
interface Row {
  readonly params: object
  readonly codes: Partial<Record<ErrorCode, Story>>
}

/** Rows by the name of their operation. */
export type Rows = Readonly<Record<string, Row>>

export const invalidToken: Story = { token: () => 'nobody' }
export const noPermission: Story = { token: ({ noPermissionToken }) => noPermissionToken }
/** Returns the token of a person with every permission and without any role. */
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

/** Stories that make every call of the page interface fail. */
export const everyPage = { 190: invalidToken, 200: noPermission, 80001: pageLimit }

/** Stories that make every call fail which takes page tokens only. */
export const everyPageToken = {
  ...everyPage,
  200: { token: (scene: Scene) => tokenOf(scene, { kind: 'page', scopes: [], tasks: ['ADVERTISE'] }) },
}

/** Stories that make every call of the ads interface fail. */
export const everyAds = {
  190: invalidToken,
  200: stranger,
  270: developmentApp,
  2635: retiredVersion,
  80004: accountLimit,
}
