import { expect } from 'vitest'
import * as payments from '../../../src/chapters/accounts/payment-actions.ts'
import { act, call, rowOf, type Scene } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, page, adAccount, userToken } = stage
const business = String(act(stage.world, 'createBusiness', { name: 'B' }).unwrap()['id'])
const live = ({ world }: Scene) => world.fork({ policy: { beyond: 'serve' } })
const account = `funding_source,funding_source_details,tos_accepted,offsite_pixels_tos_accepted`
const readAccount = (scene: Scene) =>
  call(live(scene), userToken, 'readAdAccount', { adAccount, fields: account }).unwrap()

describeActions(payments, {
  setPaymentMethod: {
    params: { adAccounts: [`act_${adAccount}`], business, displayString: 'Visa *1002' },
    names: { adAccounts: [page], business: user },
    does(scene, { id }) {
      expect(rowOf(scene.world, String(id))).toMatchObject({ displayString: 'Visa *1002', type: 1 })
      expect(readAccount(scene)).toEqual({
        id: `act_${adAccount}`,
        funding_source: id,
        funding_source_details: { id, display_string: 'Visa *1002', type: 1 },
        offsite_pixels_tos_accepted: false,
      })
      act(scene.world, 'assignBusinessRole', { business, user, role: 'ADMIN' }).unwrap()
      const asked = { business, fields: 'payment_account_id' }
      expect(call(live(scene), userToken, 'readBusiness', asked).unwrap()).toEqual({
        id: business,
        payment_account_id: id,
      })
      const other = { adAccounts: [adAccount], displayString: 'Other', type: 4 }
      const second = act(scene.world, 'setPaymentMethod', other).unwrap()['id']
      expect(readAccount(scene)).toMatchObject({
        funding_source_details: { id: second, display_string: 'Other', type: 4 },
      })
      expect(rowOf(scene.world, business)).toMatchObject({ paymentMethod: Number(id) })
    },
    refuses: [
      [{ displayString: '' }, /Param displayString must be text that is not empty/],
      [{ type: 21 }, /Param type must be/],
      [{ adAccounts: [], business: undefined }, /Either adAccounts or business must be given/],
      [{ adAccounts: { adAccount } }, /Param adAccounts.0 must be the id of a node/],
    ],
  },
  acceptAdTerms: {
    params: { adAccount, terms: ['custom_audience_tos', 'custom_audience_tos'], offsitePixels: true },
    names: { adAccount: user },
    does(scene) {
      expect(readAccount(scene)).toEqual({
        id: `act_${adAccount}`,
        tos_accepted: { custom_audience_tos: 1 },
        offsite_pixels_tos_accepted: true,
      })
      act(scene.world, 'acceptAdTerms', { adAccount, terms: 'web_custom_audience_tos' }).unwrap()
      act(scene.world, 'acceptAdTerms', { adAccount }).unwrap()
      expect(readAccount(scene)).toEqual({
        id: `act_${adAccount}`,
        tos_accepted: { custom_audience_tos: 1, web_custom_audience_tos: 1 },
        offsite_pixels_tos_accepted: true,
      })
    },
    refuses: [
      [{ terms: ['all'] }, /Param terms.0 must be one of custom_audience_tos/],
      [{ offsitePixels: 'perhaps' }, /Param offsitePixels must be/],
    ],
  },
})
