import type { RowOf } from '../engine/store/table.ts'
import type { Tables } from './tables.ts'

export type AppRow = RowOf<Tables, 'apps'>

export type TokenRow = RowOf<Tables, 'tokens'>

export type UserRow = RowOf<Tables, 'users'>

export type TestAccountRow = RowOf<Tables, 'testAccounts'>

export type FriendshipRow = RowOf<Tables, 'friendships'>

export type PageLikeRow = RowOf<Tables, 'pageLikes'>

/** A row of `pages`. */
export type PageRow = RowOf<Tables, 'pages'>

/** A row of `pageRoles`. */
export type PageRoleRow = RowOf<Tables, 'pageRoles'>

/** A row of `businesses`. */
export type BusinessRow = RowOf<Tables, 'businesses'>

/** A row of `businessRoles`. */
export type BusinessRoleRow = RowOf<Tables, 'businessRoles'>

export type PhotoRow = RowOf<Tables, 'photos'>

export type AlbumRow = RowOf<Tables, 'albums'>

export type PostRow = RowOf<Tables, 'posts'>

export type CommentRow = RowOf<Tables, 'comments'>

/** A row of `likes`. */
export type LikeRow = RowOf<Tables, 'likes'>

export type ReelRow = RowOf<Tables, 'reels'>

export type AdAccountRow = RowOf<Tables, 'adAccounts'>

/** A row of `adAccountRoles`. */
export type AdAccountRoleRow = RowOf<Tables, 'adAccountRoles'>

export type CampaignRow = RowOf<Tables, 'campaigns'>

export type AdSetRow = RowOf<Tables, 'adSets'>

export type AdRow = RowOf<Tables, 'ads'>

/** A row of `creatives`. */
export type CreativeRow = RowOf<Tables, 'creatives'>

export type AdResultRow = RowOf<Tables, 'adResults'>

export type ReportRunRow = RowOf<Tables, 'reportRuns'>

export type AdStudyRow = RowOf<Tables, 'adStudies'>

/** A row of `adRules`. */
export type AdRuleRow = RowOf<Tables, 'adRules'>

export type AsyncBatchRow = RowOf<Tables, 'asyncBatches'>

export type AsyncRequestRow = RowOf<Tables, 'asyncRequests'>

/** A row of `adImages`. */
export type AdImageRow = RowOf<Tables, 'adImages'>

export type AudienceSheetRow = RowOf<Tables, 'audienceSheets'>

export type AdLabelRow = RowOf<Tables, 'adLabels'>

/** A row of `customAudiences`. */
export type CustomAudienceRow = RowOf<Tables, 'customAudiences'>

export type LeadFormRow = RowOf<Tables, 'leadForms'>

export type LeadRow = RowOf<Tables, 'leads'>

export type CatalogRow = RowOf<Tables, 'catalogs'>

export type CatalogItemRow = RowOf<Tables, 'catalogItems'>

export type ProductFeedRow = RowOf<Tables, 'productFeeds'>

export type ProductSetRow = RowOf<Tables, 'productSets'>

export type FeedUploadRow = RowOf<Tables, 'feedUploads'>

export type UploadErrorRow = RowOf<Tables, 'uploadErrors'>

/** A row of `eventSources`. */
export type EventSourceRow = RowOf<Tables, 'eventSources'>

export type EventStatRow = RowOf<Tables, 'eventStats'>

export type ThreatIndicatorRow = RowOf<Tables, 'threatIndicators'>

/** A row of `authorizationCodes`. */
export type AuthorizationCodeRow = RowOf<Tables, 'authorizationCodes'>

export type MediaRow = RowOf<Tables, 'media'>

export type InstagramAccountRow = RowOf<Tables, 'instagramAccounts'>

export type InstagramMediaRow = RowOf<Tables, 'instagramMedia'>

export type MediaContainerRow = RowOf<Tables, 'mediaContainers'>

export type VideoRow = RowOf<Tables, 'videos'>

export type WebhookRow = RowOf<Tables, 'webhooks'>

export type InstallationRow = RowOf<Tables, 'installations'>
