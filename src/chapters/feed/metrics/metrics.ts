/** The metrics of pages. */
const pageMetrics = [
  'page_actions_post_reactions_total',
  'page_daily_follows',
  'page_daily_follows_unique',
  'page_daily_unfollows_unique',
  'page_engaged_users',
  'page_fan_adds',
  'page_fan_removes',
  'page_fans',
  'page_follows',
  'page_impressions',
  'page_impressions_paid',
  'page_impressions_unique',
  'page_media_view',
  'page_post_engagements',
  'page_posts_impressions',
  'page_posts_impressions_unique',
  'page_total_actions',
  'page_video_views',
  'page_views_total',
] as const

/** The metrics of posts. */
const postMetrics = [
  'post_clicks',
  'post_engaged_users',
  'post_impressions',
  'post_impressions_fan',
  'post_impressions_organic',
  'post_impressions_organic_unique',
  'post_impressions_paid',
  'post_impressions_paid_unique',
  'post_impressions_unique',
  'post_media_view',
  'post_reactions_like_total',
  'post_reactions_love_total',
  'post_video_views',
] as const

/** The metrics of pages and posts. */
export const metrics = [...pageMetrics, ...postMetrics] as const

/** A metric of a page or of a post. */
export type Metric = (typeof metrics)[number]

/** Whether a page, or a post, has a metric. */
export const isMetric = (kind: 'page' | 'post', name: string): boolean =>
  (kind === 'page' ? pageMetrics : postMetrics).some((metric) => metric === name)

/** The periods that a value of a metric can count. */
export const metricPeriods = ['day', 'week', 'days_28', 'lifetime'] as const

const periodNames = { day: 'Daily', week: 'Weekly', days_28: '28 days', lifetime: 'Lifetime' } as const

/** Returns the title of a metric, such as `Daily page impressions`. */
export const metricTitle = (metric: Metric, period: (typeof metricPeriods)[number]): string =>
  `${periodNames[period]} ${metric.replaceAll('_', ' ')}`
