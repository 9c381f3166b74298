import type { Registry } from '../service/registry.ts'
import { expanderOf } from '../service/routes/expansion.ts'
import { routesOf } from '../service/routes/routes.ts'
import * as accountActions from './accounts/actions.ts'
import * as businessActions from './accounts/business-actions.ts'
import * as businessEndpoints from './accounts/business-endpoints.ts'
import * as accountEndpoints from './accounts/endpoints.ts'
import * as paymentActions from './accounts/payment-actions.ts'
import * as adImageEndpoints from './ad-images/endpoints.ts'
import * as adActions from './ads/actions.ts'
import * as adEndpoints from './ads/endpoints.ts'
import * as adChangeEndpoints from './ads/objects/ad-change-endpoints.ts'
import * as adAccountEndpoints from './ads/objects/ad-endpoints.ts'
import * as adLabelEndpoints from './ads/objects/ad-label-endpoints.ts'
import * as adSetEndpoints from './ads/objects/ad-set-endpoints.ts'
import * as creativeChangeEndpoints from './ads/objects/creative-change-endpoints.ts'
import * as creativeEndpoints from './ads/objects/creative-endpoints.ts'
import * as pixelEndpoints from './ads/objects/pixel-endpoints.ts'
import * as previewEndpoints from './ads/objects/preview-endpoints.ts'
import * as campaignActions from './campaigns/actions.ts'
import * as asyncBatchEndpoints from './campaigns/async-batch-endpoints.ts'
import * as campaignEdgeEndpoints from './campaigns/edge-endpoints.ts'
import * as campaignEndpoints from './campaigns/endpoints.ts'
import * as catalogActions from './catalog/actions.ts'
import * as productCatalogEndpoints from './catalog/catalog-endpoints.ts'
import * as catalogEndpoints from './catalog/endpoints.ts'
import * as contentActions from './content/actions.ts'
import { isVisible } from './content/visibility.ts'
import * as postActions from './feed/actions.ts'
import * as commentActions from './feed/comment-actions.ts'
import * as feedEndpoints from './feed/endpoints.ts'
import * as insightActions from './feed/metrics/insight-actions.ts'
import * as postEndpoints from './feed/posts/post-endpoints.ts'
import * as commentEndpoints from './feed/replies/comment-endpoints.ts'
import * as reactionEndpoints from './feed/replies/reaction-endpoints.ts'
import * as insightEndpoints from './insights/insight-endpoints.ts'
import * as objectInsightEndpoints from './insights/object-insight-endpoints.ts'
import * as reportEndpoints from './insights/report-endpoints.ts'
import * as leadActions from './leads/actions.ts'
import * as leadEndpoints from './leads/endpoints.ts'
import * as leadFormEndpoints from './leads/lead-form-endpoints.ts'
import * as testLeadEndpoints from './leads/test-lead-endpoints.ts'
import * as mediaEndpoints from './media/endpoints.ts'
import * as instagramActions from './media/instagram-actions.ts'
import * as instagramEndpoints from './media/instagram-endpoints.ts'
import * as videoEndpoints from './media/videos/video-endpoints.ts'
import * as peopleActions from './people/actions.ts'
import * as peopleEndpoints from './people/endpoints.ts'
import * as appEndpoints from './people/login/app-endpoints.ts'
import * as friendEndpoints from './people/login/friend-endpoints.ts'
import * as likeEndpoints from './people/login/like-endpoints.ts'
import * as beyondLoginEndpoints from './people/login/login-endpoints.ts'
import * as personEndpoints from './people/login/person-endpoints.ts'
import * as testUserEndpoints from './people/login/test-user-endpoints.ts'
import * as loginEndpoints from './people/login-endpoints.ts'
import * as pageInfoActions from './people/page-info-actions.ts'
import * as albumEndpoints from './photos/albums/album-endpoints.ts'
import * as beyondPhotoEndpoints from './photos/albums/photo-endpoints.ts'
import * as pictureEndpoints from './photos/albums/picture-endpoints.ts'
import * as photoEndpoints from './photos/endpoints.ts'
import * as platformActions from './platform/actions.ts'
import * as rootEndpoints from './platform/endpoints.ts'
import * as personActions from './platform/people-actions.ts'
import * as timeActions from './platform/time-actions.ts'
import { tables } from './tables.ts'
import * as targetingActions from './targeting/actions.ts'
import * as audienceChangeEndpoints from './targeting/audiences/audience-change-endpoints.ts'
import * as audienceEndpoints from './targeting/audiences/audience-endpoints.ts'
import * as targetingEndpoints from './targeting/endpoints.ts'
import * as searchEndpoints from './targeting/search-endpoints.ts'
import * as threatActions from './threats/actions.ts'
import * as threatEndpoints from './threats/endpoints.ts'
import * as webhookActions from './webhooks/actions.ts'
import { noteChanges, outboxActions } from './webhooks/outbox-changes.ts'
import * as subscriptionEndpoints from './webhooks/subscriptions/endpoints.ts'

// The compiler cannot write the type of all endpoints as one type.
const describedEndpoints = {
  ...photoEndpoints,
  ...feedEndpoints,
  ...campaignEndpoints,
  ...campaignEdgeEndpoints,
  ...accountEndpoints,
  ...adEndpoints,
  ...asyncBatchEndpoints,
  ...leadEndpoints,
  ...targetingEndpoints,
  ...adImageEndpoints,
  ...threatEndpoints,
  ...catalogEndpoints,
  ...productCatalogEndpoints,
  ...peopleEndpoints,
  ...mediaEndpoints,
  ...loginEndpoints,
  ...rootEndpoints,
}

const beyondPageEndpoints = {
  ...subscriptionEndpoints,
  ...beyondLoginEndpoints,
  ...appEndpoints,
  ...testUserEndpoints,
  ...friendEndpoints,
  ...likeEndpoints,
  ...personEndpoints,
  ...pictureEndpoints,
  ...beyondPhotoEndpoints,
  ...postEndpoints,
  ...reactionEndpoints,
  ...commentEndpoints,
  ...albumEndpoints,
  ...objectInsightEndpoints,
  ...videoEndpoints,
  ...instagramEndpoints,
}

const beyondAdEndpoints = {
  ...leadFormEndpoints,
  ...testLeadEndpoints,
  ...adAccountEndpoints,
  ...insightEndpoints,
  ...reportEndpoints,
  ...creativeEndpoints,
  ...audienceEndpoints,
  ...audienceChangeEndpoints,
  ...searchEndpoints,
  ...adSetEndpoints,
  ...adChangeEndpoints,
  ...adLabelEndpoints,
  ...creativeChangeEndpoints,
  ...previewEndpoints,
  ...pixelEndpoints,
  ...businessEndpoints,
}

/** Every endpoint by name (CNV-003). */
export const endpoints: typeof describedEndpoints & typeof beyondPageEndpoints & typeof beyondAdEndpoints = {
  ...describedEndpoints,
  ...beyondPageEndpoints,
  ...beyondAdEndpoints,
}

/** Every action by name. */
export const actions = {
  ...personActions,
  ...peopleActions,
  ...pageInfoActions,
  ...contentActions,
  ...leadActions,
  ...accountActions,
  ...businessActions,
  ...paymentActions,
  ...instagramActions,
  ...adActions,
  ...campaignActions,
  ...platformActions,
  ...timeActions,
  ...targetingActions,
  ...postActions,
  ...insightActions,
  ...commentActions,
  ...threatActions,
  ...catalogActions,
  ...webhookActions,
}

const routes = routesOf(endpoints)

/** The operations of the service: endpoints by route, actions by name. */
export const registry: Registry = {
  tables,
  routes,
  expander: expanderOf(routes),
  actions,
  isVisible,
  outbox: outboxActions,
  noteChanges,
}
