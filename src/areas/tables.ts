import { activityObjects } from './feed/activity-object.ts'
import { adSets, ads, creatives } from './ads/ad.ts'
import { adAccountRoles, adAccounts } from './accounts/ad-account.ts'
import { adImages } from './ad-images/ad-image.ts'
import { adRules } from './campaigns/ad-rule.ts'
import { adStudies } from './campaigns/ad-study.ts'
import { apps, tokens } from './people/app.ts'
import { asyncBatches, asyncRequests } from './campaigns/async-batch.ts'
import { audienceSheets } from './targeting/audience.ts'
import { authorizationCodes, consents } from './people/login.ts'
import { campaigns } from './campaigns/campaign.ts'
import { catalogItems, catalogs } from './catalog/catalog.ts'
import { eventSources } from './catalog/event-source.ts'
import { contentBuckets, eventStats } from './catalog/event-stat.ts'
import { leadForms, leads } from './leads/lead.ts'
import { media } from './media/media.ts'
import { businesses, businessTags, pageRoles, pages } from './people/page.ts'
import { photos } from './photos/photo.ts'
import { posts } from './content/post.ts'
import { feedUploads, productFeeds, uploadErrors } from './catalog/product-feed.ts'
import { reels } from './feed/reel.ts'
import { threatIndicators } from './threats/threat-indicator.ts'
import { users } from './people/user.ts'
import { webPages } from './content/web.ts'
import { installations, webhooks } from './webhooks/webhook.ts'

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
