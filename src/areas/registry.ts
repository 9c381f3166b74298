import { routesOf } from '../graph/routes.ts'
import type { Registry } from '../graph/service.ts'
import * as adImages from './ad-images/endpoints.ts'
import * as ads from './ads/actions.ts'
import * as adNodes from './ads/endpoints.ts'
import * as campaignActions from './campaigns/actions.ts'
import * as asyncBatches from './campaigns/async-batch-endpoints.ts'
import * as campaignEdges from './campaigns/edge-endpoints.ts'
import * as campaigns from './campaigns/endpoints.ts'
import * as catalogActions from './catalog/actions.ts'
import * as catalog from './catalog/endpoints.ts'
import * as content from './content/actions.ts'
import { isVisible } from './content/visibility.ts'
import * as posts from './feed/actions.ts'
import * as feed from './feed/endpoints.ts'
import * as leads from './leads/endpoints.ts'
import * as media from './media/endpoints.ts'
import * as accounts from './people/actions.ts'
import * as users from './people/endpoints.ts'
import * as authorization from './people/login-endpoints.ts'
import * as photos from './photos/endpoints.ts'
import * as platform from './platform/actions.ts'
import * as root from './platform/endpoints.ts'
import * as people from './platform/people-actions.ts'
import * as time from './platform/time-actions.ts'
import * as targetingActions from './targeting/actions.ts'
import * as targeting from './targeting/endpoints.ts'
import * as threatActions from './threats/actions.ts'
import * as threats from './threats/endpoints.ts'
import * as webhooks from './webhooks/actions.ts'
import { outboxActions } from './webhooks/outbox-changes.ts'

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
  ...media,
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
export const registry: Registry = { routes: routesOf(endpoints), actions, isVisible, outbox: outboxActions }
