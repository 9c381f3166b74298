import { beforeEach, describe, expect, test } from 'vitest'
import type { Starter } from '../../../src/world/starter.ts'
import { createWorld, type World } from '../../../src/world/world.ts'

let world: World
let names: Starter

beforeEach(() => {
  world = createWorld({ invariants: 'throw' })
  names = world.starter()
})

/** A lead of a page that somebody else administers, collected through the starter's ad. */
function leadOfAnotherPage(): string {
  const stranger = world.actions.createUser({ name: 'Stranger' }).unwrap().id
  const page = world.actions.createPage({ name: 'Other Page', administrators: [stranger] }).unwrap().id
  const form = world.actions.createLeadForm({ page, questions: [{ key: 'email' }] }).unwrap().id
  return world.actions.submitLead({ form, ad: names.ad, answers: { email: 'a@b.test' } }).unwrap().id
}

describe('the leads of an ad', () => {
  test('are only those of pages whose leads the caller may read [AUT-024, LEA-023]', () => {
    const other = leadOfAnotherPage()
    const { data } = world.as(names.userToken).listAdLeads({ ad: names.ad }).unwrap()
    expect(data.map(({ id }) => id)).toEqual([names.lead])
    expect(world.as(names.userToken).readLead({ lead: other })).toMatchObject({ error: { code: 200 } })
  })

  test.each([
    ['a token without leads_retrieval', () => names.noPermissionToken],
    ['an app token', () => names.appToken],
  ] as const)('are refused to %s, be there leads or none [AUT-015, AUT-024]', (_, token) => {
    const { adSet, creative, ad } = names
    const bare = world.actions.createAdWithCreative({ adSet, creative }).unwrap().id
    for (const asked of [ad, bare]) {
      expect(world.as(token()).listAdLeads({ ad: asked })).toMatchObject({ ok: false, error: { code: 200 } })
    }
  })
})
