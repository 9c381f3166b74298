import { call, type Scene, serveWhile } from '../../service/scene.ts'
import {
  everyPage,
  everyPageToken,
  invalidToken,
  noPermission,
  type Rows,
  wrongFields,
  wrongLimit,
} from './story.ts'

/**
 * For the lead export, lead forms and subscriptions valid parameters, and a story for each of their codes
 * (SIL-160).
 */
export function leadCodes(start: Scene): Rows {
  const { form, page, app, pageToken, world } = start
  const { id: tested } = world.actions.createLeadForm({ page, questions: [{ key: 'q' }] }).unwrap()
  const made = serveWhile(start, () => call(world, pageToken, 'createTestLead', { form: tested }))
  const testLead = String(made.unwrap()['id'])
  const everyApp = { 190: invalidToken, 200: { token: ({ userToken }: Scene) => userToken } }
  return {
    exportLeads: {
      params: { id: form, type: 'form' },
      codes: {
        100: { params: { type: 'ad' } },
        190: invalidToken,
        200: noPermission,
      },
    },
    listTestLeads: { params: { form }, codes: { ...everyPage, 100: wrongLimit } },
    createTestLead: {
      params: { form },
      codes: { ...everyPage, 100: { params: { field_data: [{ name: 'nothing', values: [] }] } } },
    },
    deleteTestLead: { params: { lead: testLead }, codes: { ...everyPage, 100: { params: { lead: '1' } } } },
    listLeadForms: { params: { page }, codes: { ...everyPageToken, 100: wrongLimit } },
    listSubscribedApps: { params: { page }, codes: { ...everyPageToken, 100: wrongLimit } },
    subscribeApp: {
      params: { page, subscribed_fields: 'leadgen' },
      codes: { ...everyPageToken, 100: { params: { subscribed_fields: 'nothing' } } },
    },
    unsubscribeApp: { params: { page }, codes: { ...everyPageToken, 100: { params: { page: '1' } } } },
    listSubscriptions: { params: { app }, codes: { ...everyApp, 100: { params: { app: '1' } } } },
    subscribe: {
      params: {
        app,
        object: 'page',
        callback_url: 'https://client.test/hook',
        verify_token: 'meatyhamhock',
        fields: 'leadgen',
      },
      codes: { ...everyApp, 100: { params: { object: 'kittens' } } },
    },
    unsubscribe: { params: { app }, codes: { ...everyApp, 100: { params: { object: 'kittens' } } } },
    readLeadForm: { params: { form }, codes: { ...everyPage, 100: wrongFields } },
  }
}
