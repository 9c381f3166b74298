import { expect } from 'vitest'
import * as webhooks from '../../../src/chapters/webhooks/actions.ts'
import { rowOf, type Scene } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { app, page, form, user } = stage
const answers = { full_name: 'A', email: 'a@example.test' }
const url = 'http://localhost:9999/hook'

const lead = ({ world }: Scene) => world.actions.submitLead({ form, answers }).unwrap().id
const install = ({ world }: Scene) => void world.actions.installApp({ page, app }).unwrap()
const subscribe = ({ world }: Scene) => void world.actions.setWebhook({ app }).unwrap()

/** The deliveries of the outbox, each by kind, status and number of notices. */
const listed = ({ world }: Scene) =>
  world.webhooks.outbox.map(({ kind, status, notices }) => `${kind} ${status} ${notices}`)

describeActions(webhooks, {
  setWebhook: {
    params: { app, url, verifyToken: 'secret' },
    names: { app: page },
    does(scene, { id, status }) {
      expect(status).toBe('pending')
      expect(rowOf(scene.world, String(id))).toMatchObject({
        kind: 'webhooks',
        app: Number(app),
        url,
        verifyToken: 'secret',
        fields: ['leadgen'],
        status: 'pending',
      })
      expect(listed(scene)).toEqual(['verification queued 0'])
      // A second setWebhook keeps the id and starts a new handshake; without a handshake it is active at once.
      const again = scene.world.actions.setWebhook({ app, url }).unwrap()
      expect(again).toEqual({ id, status: 'pending' })
      expect(listed(scene)).toEqual(['verification dropped 0', 'verification queued 0'])
      expect(scene.world.actions.setWebhook({ app, url, verify: false }).unwrap()).toEqual({
        id,
        status: 'active',
      })
      expect(listed(scene)).toEqual(['verification dropped 0', 'verification dropped 0'])
      expect(scene.world.actions.setWebhook({ app }).unwrap()).toEqual({ id, status: 'active' })
      expect(scene.world.actions.setWebhook({ app, verify: true }).unwrap()).toEqual({
        id,
        status: 'pending',
      })
    },
    refuses: [
      [{ url: 'ftp://localhost/' }, /Param url must be an absolute http or https URL/],
      [{ url: 'nowhere' }, /Param url must be an absolute http or https URL/],
      [{ fields: ['feed'] }, /Param fields must be leadgen, got feed: policy: 'platform'/],
      [{ verify: 'perhaps' }, /Param verify must be true or false/],
    ],
  },
  removeWebhook: {
    params: { app },
    before(scene) {
      install(scene)
      subscribe(scene)
      lead(scene)
    },
    names: { app: page },
    does(scene) {
      expect(listed(scene)).toEqual(['notices dropped 1'])
      expect(scene.world.webhooks.outbox[0]?.reason).toBe('The webhook was removed')
      lead(scene)
      expect(listed(scene)).toEqual(['notices dropped 1'])
      const again = scene.world.actions.removeWebhook({ app })
      expect(again).toMatchObject({
        error: { message: `(#100) Param app must be an app with a webhook for the object page, got ${app}` },
      })
      expect(scene.world.actions.removeWebhook({ app, object: 'user' })).toMatchObject({
        error: { message: `(#100) Param app must be an app with a webhook for the object user, got ${app}` },
      })
    },
    refuses: [[{ app: '100000000000000' }, /Param app must be the id of /]],
  },
  installApp: {
    params: { page, app },
    before: subscribe,
    names: { page: user, app: page },
    does(scene) {
      // Installing twice has no further effect: a lead makes one notice.
      install(scene)
      lead(scene)
      expect(listed(scene)).toEqual(['notices queued 1'])
    },
    refuses: [],
  },
  uninstallApp: {
    params: { page, app },
    before(scene) {
      install(scene)
      subscribe(scene)
      lead(scene)
    },
    names: { page: user, app: page },
    does(scene) {
      lead(scene)
      expect(listed(scene)).toEqual(['notices queued 1'])
      const outcome = scene.world.actions.uninstallApp({ page, app })
      expect(outcome).toMatchObject({
        ok: false,
        error: { message: `(#100) Param app must be an app installed on the page, got ${app}` },
      })
    },
    refuses: [],
  },
  resendDelivery: {
    params: { delivery: 'delivery-1' },
    before(scene) {
      install(scene)
      subscribe(scene)
      lead(scene)
    },
    names: {},
    does(scene, { id }) {
      expect(id).toBe('delivery-1')
      expect(listed(scene)).toEqual(['notices queued 1'])
    },
    refuses: [
      [{ delivery: 'delivery-9' }, /got delivery-9: the outbox has no such delivery/],
      [{ delivery: 'nothing' }, /got nothing: the outbox has no such delivery/],
    ],
  },
  sendTestNotice: {
    params: { app },
    before: subscribe,
    names: { app: page },
    does(scene, { success }) {
      const { actions, clock, webhooks: hooks } = scene.world
      expect(success).toBe(true)
      // The app is installed on no page, and there is no lead.
      expect(listed(scene)).toEqual(['notices queued 1'])
      expect(JSON.parse(hooks.outbox[0]?.request.body ?? '')).toEqual({
        object: 'page',
        entry: [
          {
            id: 0,
            time: clock.now / 1_000,
            changes: [
              {
                field: 'leadgen',
                value: {
                  ad_id: 444444444,
                  form_id: 444444444444,
                  leadgen_id: 444444444444,
                  created_time: clock.now / 1_000,
                  page_id: 444444444444,
                  adgroup_id: 44444444444,
                },
              },
            ],
          },
        ],
      })
      scene.world.faults.add({ match: {}, fault: { kind: 'notice', how: 'drop' }, times: 1 })
      actions.sendTestNotice({ app }).unwrap()
      expect(listed(scene)).toEqual(['notices dropped 1', 'notices queued 1'])
      const none =
        '(#100) Param app must be an app with an active webhook for the object page, ' +
        `got ${app}: set one with setWebhook`
      actions.setWebhook({ app, url }).unwrap()
      expect(actions.sendTestNotice({ app })).toMatchObject({ error: { message: none } })
      actions.removeWebhook({ app }).unwrap()
      expect(actions.sendTestNotice({ app })).toMatchObject({ error: { message: none } })
      actions.setWebhook({ app, fields: [] }).unwrap()
      expect(actions.sendTestNotice({ app })).toMatchObject({
        error: {
          message: '(#100) Param field must be a field that the webhook of the app watches, got leadgen',
        },
      })
    },
    refuses: [
      [{ field: 'feed' }, /Param field must be a field that the webhook of the app watches, got feed/],
    ],
  },
})
