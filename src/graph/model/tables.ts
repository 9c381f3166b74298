import { activityObjects } from './activity-object.ts'
import { adSets, ads, creatives } from './ad.ts'
import { adAccountRoles, adAccounts } from './ad-account.ts'
import { adImages } from './ad-image.ts'
import { adRules } from './ad-rule.ts'
import { adStudies } from './ad-study.ts'
import { apps, tokens } from './app.ts'
import { asyncBatches, asyncRequests } from './async-batch.ts'
import { audienceSheets } from './audience.ts'
import { authorizationCodes, consents } from './authorization.ts'
import { campaigns } from './campaign.ts'
import { catalogItems, catalogs } from './catalog.ts'
import { eventSources } from './event-source.ts'
import { contentBuckets, eventStats } from './event-stat.ts'
import { leadForms, leads } from './lead.ts'
import { media } from './media.ts'
import { businesses, businessTags, pageRoles, pages } from './page.ts'
import { photos } from './photo.ts'
import { posts } from './post.ts'
import { feedUploads, productFeeds, uploadErrors } from './product-feed.ts'
import { reels } from './reel.ts'
import { threatIndicators } from './threat-indicator.ts'
import { users } from './user.ts'
import { webPages } from './web.ts'
import { installations, webhooks } from './webhook.ts'

/** Every table of the service. */
export const tables = {
  apps,
  tokens,
  users,
  pages,
  pageRoles,
  businesses,
  businessTags,
  photos,
  posts,
  reels,
  activityObjects,
  adAccounts,
  adAccountRoles,
  campaigns,
  adSets,
  ads,
  creatives,
  adStudies,
  adRules,
  asyncBatches,
  asyncRequests,
  adImages,
  audienceSheets,
  leadForms,
  leads,
  catalogs,
  catalogItems,
  productFeeds,
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
  webhooks,
  installations,
}

/** The tables of the service, as types. */
export type Tables = typeof tables
