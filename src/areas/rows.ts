import type { RowOf } from '../engine/store/table.ts'
import type { Tables } from './tables.ts'

/** A row of `apps`. */
export type AppRow = RowOf<Tables, 'apps'>

/** A row of `tokens`. */
export type TokenRow = RowOf<Tables, 'tokens'>

/** A row of `users`. */
export type UserRow = RowOf<Tables, 'users'>

/** A row of `pages`. */
export type PageRow = RowOf<Tables, 'pages'>

/** A row of `pageRoles`. */
export type PageRoleRow = RowOf<Tables, 'pageRoles'>

/** A row of `businesses`. */
export type BusinessRow = RowOf<Tables, 'businesses'>

/** A row of `businessRoles`. */
export type BusinessRoleRow = RowOf<Tables, 'businessRoles'>

/** A row of `businessTags`. */
export type BusinessTagRow = RowOf<Tables, 'businessTags'>

/** A row of `photos`. */
export type PhotoRow = RowOf<Tables, 'photos'>

/** A row of `albums`. */
export type AlbumRow = RowOf<Tables, 'albums'>

/** A row of `posts`. */
export type PostRow = RowOf<Tables, 'posts'>

/** A row of `comments`. */
export type CommentRow = RowOf<Tables, 'comments'>

/** A row of `likes`. */
export type LikeRow = RowOf<Tables, 'likes'>

/** A row of `reels`. */
export type ReelRow = RowOf<Tables, 'reels'>

/** A row of `metricValues`. */
export type MetricValueRow = RowOf<Tables, 'metricValues'>

/** A row of `activityObjects`. */
export type ActivityObjectRow = RowOf<Tables, 'activityObjects'>

/** A row of `adAccounts`. */
export type AdAccountRow = RowOf<Tables, 'adAccounts'>

/** A row of `adAccountRoles`. */
export type AdAccountRoleRow = RowOf<Tables, 'adAccountRoles'>

/** A row of `campaigns`. */
export type CampaignRow = RowOf<Tables, 'campaigns'>

/** A row of `adSets`. */
export type AdSetRow = RowOf<Tables, 'adSets'>

/** A row of `ads`. */
export type AdRow = RowOf<Tables, 'ads'>

/** A row of `creatives`. */
export type CreativeRow = RowOf<Tables, 'creatives'>

/** A row of `adResults`. */
export type AdResultRow = RowOf<Tables, 'adResults'>

/** A row of `reportRuns`. */
export type ReportRunRow = RowOf<Tables, 'reportRuns'>

/** A row of `adStudies`. */
export type AdStudyRow = RowOf<Tables, 'adStudies'>

/** A row of `adRules`. */
export type AdRuleRow = RowOf<Tables, 'adRules'>

/** A row of `asyncBatches`. */
export type AsyncBatchRow = RowOf<Tables, 'asyncBatches'>

/** A row of `asyncRequests`. */
export type AsyncRequestRow = RowOf<Tables, 'asyncRequests'>

/** A row of `adImages`. */
export type AdImageRow = RowOf<Tables, 'adImages'>

/** A row of `audienceSheets`. */
export type AudienceSheetRow = RowOf<Tables, 'audienceSheets'>

/** A row of `customAudiences`. */
export type CustomAudienceRow = RowOf<Tables, 'customAudiences'>

/** A row of `leadForms`. */
export type LeadFormRow = RowOf<Tables, 'leadForms'>

/** A row of `leads`. */
export type LeadRow = RowOf<Tables, 'leads'>

/** A row of `catalogs`. */
export type CatalogRow = RowOf<Tables, 'catalogs'>

/** A row of `catalogItems`. */
export type CatalogItemRow = RowOf<Tables, 'catalogItems'>

/** A row of `productFeeds`. */
export type ProductFeedRow = RowOf<Tables, 'productFeeds'>

/** A row of `feedUploads`. */
export type FeedUploadRow = RowOf<Tables, 'feedUploads'>

/** A row of `uploadErrors`. */
export type UploadErrorRow = RowOf<Tables, 'uploadErrors'>

/** A row of `eventSources`. */
export type EventSourceRow = RowOf<Tables, 'eventSources'>

/** A row of `eventStats`. */
export type EventStatRow = RowOf<Tables, 'eventStats'>

/** A row of `contentBuckets`. */
export type ContentBucketRow = RowOf<Tables, 'contentBuckets'>

/** A row of `webPages`. */
export type WebPageRow = RowOf<Tables, 'webPages'>

/** A row of `threatIndicators`. */
export type ThreatIndicatorRow = RowOf<Tables, 'threatIndicators'>

/** A row of `consents`. */
export type ConsentRow = RowOf<Tables, 'consents'>

/** A row of `authorizationCodes`. */
export type AuthorizationCodeRow = RowOf<Tables, 'authorizationCodes'>

/** A row of `media`. */
export type MediaRow = RowOf<Tables, 'media'>

/** A row of `instagramAccounts`. */
export type InstagramAccountRow = RowOf<Tables, 'instagramAccounts'>

/** A row of `instagramMedia`. */
export type InstagramMediaRow = RowOf<Tables, 'instagramMedia'>

/** A row of `mediaContainers`. */
export type MediaContainerRow = RowOf<Tables, 'mediaContainers'>

/** A row of `videos`. */
export type VideoRow = RowOf<Tables, 'videos'>

/** A row of `webhooks`. */
export type WebhookRow = RowOf<Tables, 'webhooks'>

/** A row of `installations`. */
export type InstallationRow = RowOf<Tables, 'installations'>
