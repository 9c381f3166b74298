import { expect } from 'vitest'
import * as businesses from '../../../src/chapters/accounts/business-actions.ts'
import { act, rowOf, type Scene } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, page, adAccount } = stage
const business = String(act(stage.world, 'createBusiness', { name: 'B' }).unwrap()['id'])
const rolesIn = ({ world }: Scene) =>
  world
    .snapshot()
    .state.graph.rows.filter(({ kind }) => kind === 'businessRoles')
    .map(({ business, user, role }) => ({ business, user, role }))

describeActions(businesses, {
  createBusiness: {
    params: { name: 'A', administrators: [user, user], verified: true },
    names: { administrators: [page] },
    does(scene, { id }) {
      const row = { kind: 'businesses', name: 'A', verified: true, creator: Number(user) }
      expect(rowOf(scene.world, String(id))).toMatchObject(row)
      expect(rolesIn(scene)).toEqual([{ business: Number(id), user: Number(user), role: 'ADMIN' }])
    },
    refuses: [
      [{ name: '' }, /Param name must be text that is not empty/],
      [{ verified: 'perhaps' }, /Param verified must be/],
      [{ administrators: { user } }, /Param administrators.0 must be the id of a node/],
    ],
  },
  assignBusinessRole: {
    params: { business, user, role: 'EMPLOYEE' },
    names: { business: user, user: business },
    does(scene) {
      const role = { business: Number(business), user: Number(user) }
      expect(rolesIn(scene)).toEqual([{ ...role, role: 'EMPLOYEE' }])
      act(scene.world, 'assignBusinessRole', { business, user, role: 'ADMIN' }).unwrap()
      expect(rolesIn(scene)).toEqual([{ ...role, role: 'ADMIN' }])
      act(scene.world, 'assignBusinessRole', { business, user }).unwrap()
      expect(rolesIn(scene)).toEqual([])
    },
    refuses: [[{ role: 'OWNER' }, /Param role must be one of ADMIN, EMPLOYEE/]],
  },
  assignToBusiness: {
    params: { business, pages: [page], adAccounts: [`act_${adAccount}`] },
    names: { business: user, pages: [user], adAccounts: [page] },
    does({ world }) {
      expect(rowOf(world, page)).toMatchObject({ business: Number(business) })
      expect(rowOf(world, adAccount)).toMatchObject({ business: Number(business) })
      const { id } = act(world, 'createBusiness', { name: 'C' }).unwrap()
      act(world, 'assignToBusiness', { business: id, pages: [page] }).unwrap()
      expect(rowOf(world, page)).toMatchObject({ business: Number(id) })
      expect(rowOf(world, adAccount)).toMatchObject({ business: Number(business) })
    },
    refuses: [[{ pages: { page } }, /Param pages.0 must be the id of a node/]],
  },
})
