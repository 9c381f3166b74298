import { adAccountRoles, adAccounts } from './accounts/records.ts'
import { adImages } from './ad-images/records.ts'
import { adLabels, adResults, adSets, ads, creatives, reportRuns } from './ads/records.ts'
import { adRules, adStudies, asyncBatches, asyncRequests, campaigns } from './campaigns/records.ts'
import {
  catalogItems,
  catalogs,
  contentBuckets,
  eventSources,
  eventStats,
  feedUploads,
  productFeeds,
  productSets,
  uploadErrors,
} from './catalog/records.ts'
import { webPages } from './content/records.ts'
import { comments, likes, metricValues } from './feed/reaction-records.ts'
import { activityObjects, posts, reels } from './feed/records.ts'
import { leadForms, leads } from './leads/records.ts'
import { instagramAccounts, instagramMedia, mediaContainers } from './media/instagram-records.ts'
import { media } from './media/records.ts'
import { videos } from './media/video-records.ts'
import { businesses, businessRoles, paymentMethods } from './people/business-records.ts'
import {
  apps,
  authorizationCodes,
  businessTags,
  consents,
  pageRoles,
  pages,
  tokens,
  users,
} from './people/records.ts'
import { friendships, pageLikes, testAccounts } from './people/test-user-records.ts'
import { albums, photos } from './photos/records.ts'
import { audienceSheets, customAudiences } from './targeting/records.ts'
import { threatIndicators } from './threats/records.ts'
import { installations, webhooks } from './webhooks/records.ts'

/** Every table of the service. */
export const tables = {
  apps,
  tokens,
  users,
  pages,
  pageRoles,
  businesses,
  businessRoles,
  paymentMethods,
  businessTags,
  photos,
  albums,
  posts,
  comments,
  likes,
  reels,
  metricValues,
  activityObjects,
  adAccounts,
  adAccountRoles,
  campaigns,
  adSets,
  ads,
  creatives,
  adResults,
  reportRuns,
  adStudies,
  adRules,
  asyncBatches,
  asyncRequests,
  adImages,
  audienceSheets,
  customAudiences,
  leadForms,
  leads,
  catalogs,
  catalogItems,
  productFeeds,
  productSets,
  feedUploads,
  uploadErrors,
  eventSources,
  eventStats,
  contentBuckets,
  webPages,
  threatIndicators,
  consents,
  authorizationCodes,
  media,
  instagramAccounts,
  instagramMedia,
  mediaContainers,
  videos,
  webhooks,
  installations,
  testAccounts,
  friendships,
  adLabels,
  pageLikes,
}

/** The tables of the service, as types. */
export type Tables = typeof tables
