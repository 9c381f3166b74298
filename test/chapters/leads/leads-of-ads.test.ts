import { beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '../../../src/world/create-world.ts'
import type { Starter } from '../../../src/world/starter/starter-names.ts'
import type { World } from '../../../src/world/world.ts'

let world: World
let names: Starter

beforeEach(() => {
  world = createWorld({ validateAnswers: true })
  names = world.starter()
})

/** Creates a lead of a page with another administrator, through the starter's ad. */
function leadOfAnotherPage(): string {
  const stranger = world.actions.createUser({ name: 'Stranger' }).unwrap().id
  const page = world.actions.createPage({ name: 'Other Page', administrators: [stranger] }).unwrap().id
  const form = world.actions.createLeadForm({ page, questions: [{ key: 'email' }] }).unwrap().id
  return world.actions.submitLead({ form, ad: names.ad, answers: { email: 'a@b.test' } }).unwrap().id
}

describe('the leads of an ad', () => {
  test('are only those of pages whose leads the caller can read [AUT-024, LEA-023]', () => {
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

describe('the leads of an ad without leads are an empty list [AUT-024, LEA-023]', () => {
  const empty = { data: [], paging: {} }
  const bareAd = () => {
    const { adSet, creative } = names
    return world.actions.createAdWithCreative({ adSet, creative }).unwrap().id
  }
  const person = () => world.actions.createUser({ name: 'Somebody' }).unwrap().id
  const tokenOf = (user: string, page?: string) => {
    const scopes = ['leads_retrieval'] as const
    const kind = page === undefined ? { kind: 'user' as const } : { kind: 'page' as const, page }
    return world.actions.issueToken({ app: names.app, user, scopes, ...kind }).unwrap().token
  }
  const pageOf = (administrator: string) =>
    world.actions.createPage({ name: 'Own', administrators: [administrator] }).unwrap().id

  test.each<[string, () => string]>([
    [
      'an administrator of a page',
      () => {
        const user = person()
        pageOf(user)
        return tokenOf(user)
      },
    ],
    [
      'an administrator with the token of the page',
      () => {
        const user = person()
        return tokenOf(user, pageOf(user))
      },
    ],
    [
      'a user in the customized lead access of a page',
      () => {
        const user = person()
        world.actions.setLeadAccess({ page: pageOf(person()), users: [user] }).unwrap()
        return tokenOf(user)
      },
    ],
    [
      'a user in the customized lead access, with the token of the page',
      () => {
        const user = person()
        const page = pageOf(person())
        world.actions.setLeadAccess({ page, users: [user] }).unwrap()
        return tokenOf(user, page)
      },
    ],
    [
      'a person with a role on the ad account',
      () => {
        const user = person()
        const { adAccount } = names
        world.actions.assignAdAccountRole({ adAccount, user, role: 'ANALYST' }).unwrap()
        return tokenOf(user)
      },
    ],
  ])('for %s', (_, token) => {
    expect(world.as(token()).listAdLeads({ ad: bareAd() }).unwrap()).toEqual(empty)
  })

  test.each<[string, () => string]>([
    ['a person without a page', () => tokenOf(person())],
    [
      'a person who publishes for a page and does not manage it',
      () => {
        const user = person()
        const tasks = ['CREATE_CONTENT', 'MODERATE', 'ADVERTISE'] as const
        world.actions.assignTasks({ page: pageOf(person()), user, tasks }).unwrap()
        return tokenOf(user)
      },
    ],
    [
      'an administrator whom the customized lead access of their page does not include',
      () => {
        const user = person()
        world.actions.setLeadAccess({ page: pageOf(user), users: [person()] }).unwrap()
        return tokenOf(user)
      },
    ],
    [
      'a person who manages another page than that of the token',
      () => {
        const user = person()
        pageOf(user)
        return tokenOf(user, pageOf(person()))
      },
    ],
  ])('and are refused to %s', (_, token) => {
    const ad = bareAd()
    expect(world.as(token()).listAdLeads({ ad })).toMatchObject({ ok: false, error: { code: 200 } })
  })

  test('and the first lead appears in it for those who can read it', () => {
    const user = person()
    const page = pageOf(user)
    const [ad, token] = [bareAd(), tokenOf(user)]
    expect(world.as(token).listAdLeads({ ad }).unwrap().data).toEqual([])
    const form = world.actions.createLeadForm({ page, questions: [] }).unwrap().id
    const lead = world.actions.submitLead({ form, ad, answers: {} }).unwrap().id
    expect(
      world
        .as(token)
        .listAdLeads({ ad })
        .unwrap()
        .data.map(({ id }) => id),
    ).toEqual([lead])
  })
})

describe('an ad that serves the forms of several pages', () => {
  const administrator = () => {
    const user = world.actions.createUser({ name: 'Owner' }).unwrap().id
    const page = world.actions.createPage({ name: 'Owned', administrators: [user] }).unwrap().id
    const form = world.actions.createLeadForm({ page, questions: [] }).unwrap().id
    const scopes = ['leads_retrieval'] as const
    const issue = { app: names.app, user, scopes }
    const { token } = world.actions.issueToken({ kind: 'user', ...issue }).unwrap()
    const pageToken = world.actions.issueToken({ kind: 'page', page, ...issue }).unwrap().token
    const submit = () => world.actions.submitLead({ form, ad: names.ad, answers: {} }).unwrap().id
    return { token, pageToken, submit }
  }

  test('shows each administrator the leads of their own page [AUT-024, LEA-023]', () => {
    const owners = [administrator(), administrator(), administrator()]
    const submitted = owners.map(({ submit }) => [submit(), submit()].reverse())
    for (const [at, { token, pageToken }] of owners.entries())
      for (const one of [token, pageToken]) {
        const { data } = world.as(one).listAdLeads({ ad: names.ad }).unwrap()
        expect(data.map(({ id }) => id)).toEqual(submitted[at])
      }
    const stranger = administrator()
    expect(world.as(stranger.token).listAdLeads({ ad: names.ad })).toMatchObject({ error: { code: 200 } })
  })

  test('can have leads of at most 100 pages, and any number of leads of each', () => {
    const owners = Array.from({ length: 100 }, administrator)
    const submits = owners.map(({ submit }) => submit)
    const { adSet, creative } = names
    const ad = world.actions.createAdWithCreative({ adSet, creative }).unwrap().id
    names = { ...names, ad }
    for (const submit of [...submits, ...submits]) submit()
    expect(administrator().submit).toThrow('Param ad must serve forms of at most 100 pages, got one more')
  })
})
