/** The tokens of the starter world that a command can have, and an invalid one. */
type Holder =
  | 'userToken'
  | 'noAdsReadToken'
  | 'noAdsManagementToken'
  | 'developmentAppToken'
  | 'expiredToken'
  | 'nobody'

/** The codes that the contract lists, beyond 190, 270, 2635 and 80004 (Endpoints › Ad campaigns, SIL-038). */
const listed = {
  createCampaign: [100, 200, 294, 368],
  readCampaign: [100, 368, 278, 200],
  updateCampaign: [100, 200, 2625, 368, 294, 2634],
  deleteCampaign: [200, 100, 368],
  deleteCampaigns: [100],
  copyCampaign: [100, 200],
  createAsyncBatch: [100],
  listCampaigns: [100, 200],
  listCampaignAds: [100, 200],
  listCampaignAdSets: [100, 200],
  listCampaignCopies: [100, 200],
} satisfies Record<string, readonly number[]>

/** A call on campaigns. */
type Operation = keyof typeof listed

const reads = new Set<Operation>(['readCampaign', 'listCampaigns', 'listCampaignAds'])
reads.add('listCampaignAdSets').add('listCampaignCopies')

/** The substitutes for codes that an endpoint does not list: 200 for 278 and 294, 100 for 200 (SIL-038). */
function fitting(operation: Operation, code: number): number {
  const codes: readonly number[] = listed[operation]
  if (codes.includes(code)) return code
  return codes.includes(200) ? 200 : 100
}

/** A call with its caller and its version. */
export interface PermissionQuery {
  readonly operation: Operation
  readonly token: Holder
  readonly version: number
  /** The ad account: one with a role, one without, or none because the node does not exist. */
  readonly about: 'own' | 'foreign' | 'nothing'
}

/** The code of the first check that refuses a call before its parameters are parsed (SIL-037). */
export function rightsProblem({ operation, token, version, about }: PermissionQuery): number | undefined {
  if (token === 'expiredToken' || token === 'nobody') return 190
  if (about === 'nothing') return 100
  if (version < 3) return 2635
  if (token === 'developmentAppToken') return 270
  const isRead = reads.has(operation)
  if (isRead && token === 'noAdsReadToken') return fitting(operation, 278)
  if (!isRead && token !== 'userToken') return fitting(operation, 294)
  return about === 'foreign' ? fitting(operation, 200) : undefined
}
