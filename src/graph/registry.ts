import * as accounts from './actions/accounts.ts'
import * as ads from './actions/ads.ts'
import * as campaignActions from './actions/campaigns.ts'
import * as catalogActions from './actions/catalog.ts'
import * as content from './actions/content.ts'
import * as people from './actions/people.ts'
import * as platform from './actions/platform.ts'
import * as posts from './actions/posts.ts'
import * as targetingActions from './actions/targeting.ts'
import * as threatActions from './actions/threats.ts'
import * as time from './actions/time.ts'
import * as webhooks from './actions/webhooks.ts'
import * as adImages from './endpoints/ad-images.ts'
import * as adNodes from './endpoints/ad-nodes.ts'
import * as asyncBatches from './endpoints/async-batches.ts'
import * as authorization from './endpoints/authorization.ts'
import * as campaignEdges from './endpoints/campaign-edges.ts'
import * as campaigns from './endpoints/campaigns.ts'
import * as catalog from './endpoints/catalog.ts'
import * as feed from './endpoints/feed.ts'
import * as leads from './endpoints/leads.ts'
import * as photos from './endpoints/photos.ts'
import * as root from './endpoints/root.ts'
import * as targeting from './endpoints/targeting.ts'
import * as threats from './endpoints/threats.ts'
import * as users from './endpoints/users.ts'
import { routesOf } from './routes.ts'
import type { Registry } from './service.ts'

/** Every endpoint, under its name. */
export const endpoints = {
  ...photos,
  ...feed,
  ...campaigns,
  ...campaignEdges,
  ...adNodes,
  ...asyncBatches,
  ...leads,
  ...targeting,
  ...adImages,
  ...threats,
  ...catalog,
  ...users,
  ...authorization,
  ...root,
}

/** Every action, under its name. */
export const actions = {
  ...people,
  ...accounts,
  ...content,
  ...ads,
  ...campaignActions,
  ...platform,
  ...time,
  ...targetingActions,
  ...posts,
  ...threatActions,
  ...catalogActions,
  ...webhooks,
}

/** The endpoints of the service, as types. */
export type Endpoints = typeof endpoints

/** The actions of the service, as types. */
export type Actions = typeof actions

/** The operations of the service, by name and by route. */
export const registry: Registry = { routes: routesOf(endpoints), actions }
