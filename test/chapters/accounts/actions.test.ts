import { expect } from 'vitest'
import * as accounts from '../../../src/chapters/accounts/actions.ts'
import { act, call, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, page, adAccount, campaign, userToken } = stage

describeActions(accounts, {
  createAdAccount: {
    params: { name: 'A', currency: 'EUR', administrators: [user] },
    names: { administrators: [page] },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({ kind: 'adAccounts', currency: 'EUR', locale: 'en_US' })
      const params = { adAccount: id, special_ad_categories: [] }
      expect(call(world, userToken, 'createCampaign', params).ok).toBe(true)
    },
    refuses: [
      [{ currency: 'XYZ' }, /Param currency must be one of USD, /],
      [{ name: undefined }, /The parameter name is required/],
    ],
  },
  assignAdAccountRole: {
    params: { adAccount, user },
    names: { adAccount: user, user: adAccount },
    does({ world }) {
      const read = () => call(world, userToken, 'readCampaign', { campaign }).ok
      expect(read()).toBe(false)
      act(world, 'assignAdAccountRole', { adAccount: `act_${adAccount}`, user, role: 'ANALYST' }).unwrap()
      expect(read()).toBe(true)
      act(world, 'assignAdAccountRole', { adAccount, user }).unwrap()
      const { rows } = world.snapshot().state.graph
      expect(rows.filter(({ kind }) => kind === 'adAccountRoles')).toEqual([])
    },
    refuses: [[{ role: 'OWNER' }, /Param role must be one of ADMIN, ADVERTISER, ANALYST/]],
  },
})
