import { call, type Scene } from '../../service/scene.ts'
import { blockedUser, everyAds, type Rows, type Story, wrongFields, wrongLimit } from './story.ts'

const noRead: Story = { token: ({ noAdsReadToken }) => noAdsReadToken }
const noManagement: Story = { token: ({ noAdsManagementToken }) => noAdsManagementToken }

/** The codes of an operation without 200: a missing permission looks like a missing node. */
const { 200: _permission, ...withoutPermission } = everyAds

/** Returns a story with the rows that it proves. */
const proving = (row: string, story: Story): Story => ({ ...story, row })

/** For each operation on campaigns valid parameters, and a story for each of its codes. */
export function campaignCodes(start: Scene): Rows {
  const { world, userToken, adAccount, campaign, adSet, ad, creative } = start
  const made = (operation: string, params: object) =>
    String(call(world, userToken, operation, { adAccount, ...params }).unwrap()['id'])
  const adbatch = [{ name: 'One', relative_url: campaign, body: '' }]
  const batch = made('createAsyncBatch', { name: 'Batch', adbatch })
  const reserved = made('createCampaign', { special_ad_categories: [], buying_type: 'RESERVED' })
  const { 190: token, 200: role, 80004: rate, ...rest } = everyAds
  return {
    readCampaign: {
      params: { campaign },
      codes: {
        ...rest,
        100: proving('[CAM-072]', { params: { date_preset: 'ever' } }),
        190: proving('[CAM-074]', token),
        200: proving('[CAM-078]', role),
        278: proving('[CAM-077]', noRead),
        368: proving('[CAM-076]', blockedUser),
        2635: proving('[CAM-075]', everyAds[2635]),
        80004: proving('[CAM-073]', rate),
      },
    },
    createCampaign: {
      params: { adAccount, special_ad_categories: [] },
      codes: {
        ...rest,
        100: proving('[CAM-120]', { params: { daily_budget: 0 } }),
        190: token,
        200: proving('[CAM-121]', role),
        294: proving('[CAM-123]', noManagement),
        368: proving('[CAM-124]', blockedUser),
        80004: proving('[CAM-122]', rate),
      },
    },
    updateCampaign: {
      params: { campaign, name: 'N' },
      codes: {
        ...rest,
        100: proving('[CAM-179]', { params: { daily_budget: 0 } }),
        190: proving('[CAM-186]', token),
        200: proving('[CAM-180]', role),
        294: proving('[CAM-184]', noManagement),
        368: proving('[CAM-182]', blockedUser),
        2625: proving('[CAM-181]', { params: { campaign: reserved, daily_budget: 5 } }),
        2634: proving('[CAM-185]', { params: { campaign: reserved, objective: 'REACH' } }),
        80004: proving('[CAM-183]', rate),
      },
    },
    deleteCampaign: {
      params: { campaign },
      codes: {
        ...rest,
        100: proving('[CAM-190]', { params: { campaign: '1' } }),
        190: token,
        200: proving('[CAM-189]', role),
        368: proving('[CAM-192]', blockedUser),
        80004: proving('[CAM-191]', rate),
      },
    },
    deleteCampaigns: {
      params: { adAccount, delete_strategy: 'DELETE_ANY' },
      codes: {
        ...withoutPermission,
        100: proving('[CAM-201]', { params: { object_count: 0 } }),
        80004: proving('[CAM-202]', rate),
      },
    },
    copyCampaign: {
      params: { campaign },
      codes: {
        ...everyAds,
        100: proving('[CAM-221]', { params: { status_option: 'DELETED' } }),
        200: proving('[CAM-223]', role),
        80004: proving('[CAM-222]', rate),
      },
    },
    createAsyncBatch: {
      params: { adAccount, name: 'Batch', adbatch },
      codes: { ...withoutPermission, 100: proving('[CAM-230]', { params: { adbatch: [] } }) },
    },
    listCampaigns: {
      params: { adAccount },
      codes: { ...everyAds, 100: { params: { effective_status: 'DELETED' } } },
    },
    listCampaignAds: { params: { campaign }, codes: { ...everyAds, 100: wrongLimit } },
    listCampaignAdSets: { params: { campaign }, codes: { ...everyAds, 100: wrongLimit } },
    listCampaignCopies: { params: { campaign }, codes: { ...everyAds, 100: wrongLimit } },
    listCampaignAdStudies: { params: { campaign }, codes: { ...everyAds, 100: wrongLimit } },
    listCampaignAdRules: { params: { campaign }, codes: { ...everyAds, 100: wrongLimit } },
    readAdSet: { params: { adSet }, codes: { ...everyAds, 100: wrongFields } },
    readAd: { params: { ad }, codes: { ...everyAds, 100: wrongFields } },
    readCreative: { params: { creative }, codes: { ...everyAds, 100: wrongFields } },
    readAdAccount: { params: { adAccount }, codes: { ...everyAds, 100: wrongFields } },
    readAsyncBatch: { params: { batch }, codes: { ...everyAds, 100: wrongFields } },
    listAsyncBatchRequests: {
      params: { batch },
      codes: { ...everyAds, 100: wrongLimit },
    },
  }
}
