import { textOf } from '../../engine/values/json-text.ts'
import { handleOf } from '../../world/handles.ts'
import { jsonList, jsonMembers } from './exchange.ts'
import {
  anyAdAccount,
  callAs,
  firstFact,
  issue,
  type Made,
  type Making,
  ownId,
  pageToken,
  performIn,
  taken,
} from './making.ts'
import { firstPart } from './names.ts'
import type { SeenFact } from './scan.ts'

const makeUser = (making: Making, fact: SeenFact): Made =>
  performIn(making, 'createUser', {
    name: 'Somebody',
    ...taken(fact.record, {
      name: 'name',
      username: 'username',
      first_name: 'firstName',
      last_name: 'lastName',
      email: 'email',
    }),
  })

const pageMembers = {
  name: 'name',
  username: 'username',
  category: 'category',
  is_published: 'published',
  is_verified: 'verified',
  fan_count: 'fans',
  followers_count: 'followers',
}

function makePage(making: Making, { record }: SeenFact): Made {
  const params = { name: 'A page', ...taken(record, pageMembers), administrators: [making.user] }
  const made = performIn(making, 'createPage', params)
  // A category that the simulator does not have is left out, and found by the comparison.
  return made.ok ? made : performIn(making, 'createPage', { ...params, category: undefined })
}

const makeAdAccount = (making: Making, { record }: SeenFact): Made =>
  performIn(making, 'createAdAccount', {
    name: 'An ad account',
    ...taken(record, { name: 'name', currency: 'currency' }),
    administrators: [making.user],
  })

const campaignMembers = Object.fromEntries(
  [
    'name',
    'objective',
    'status',
    'special_ad_categories',
    'daily_budget',
    'lifetime_budget',
    'buying_type',
    'bid_strategy',
    'spend_cap',
  ].map((name) => [name, name]),
)

function makeCampaign(making: Making, { record, owner }: SeenFact): Made {
  const account = ownId(making, owner?.replace('act_', '') ?? textOf(record['account_id']))
  if (making.userToken === '') making.userToken = issue(making, { kind: 'user' })
  const params = { objective: 'LINK_CLICKS', name: 'A campaign', special_ad_categories: [] }
  return callAs(making, making.userToken, 'createCampaign', {
    ...params,
    ...taken(record, campaignMembers),
    adAccount: account === '' ? anyAdAccount(making) : account,
  })
}

const pageOf = (making: Making, { owner }: SeenFact): string =>
  owner === undefined ? firstFact(making, 'page') : ownId(making, owner)

function makeForm(making: Making, fact: SeenFact): Made {
  const leads = [...making.scan.facts.values()].filter(
    ({ kind, owner }) => kind === 'lead' && owner === fact.id,
  )
  const answered = leads.flatMap(({ record }) =>
    jsonList(record['field_data']).map((row) => textOf(jsonMembers(row)['name'])),
  )
  const asked = jsonList(fact.record['questions']).map(jsonMembers)
  const questions =
    asked.length > 0
      ? asked.map(({ key, label }) => ({ key: textOf(key), label: textOf(label) }))
      : [...new Set(answered.length > 0 ? answered : ['email'])].map((key) => ({ key, label: key }))
  return performIn(making, 'createLeadForm', {
    page: pageOf(making, fact),
    ...taken(fact.record, { name: 'name', locale: 'locale' }),
    questions,
  })
}

function makeLead(making: Making, { record, owner }: SeenFact): Made {
  const answers = jsonList(record['field_data'])
    .map(jsonMembers)
    .map(({ name, values }) => {
      const list = jsonList(values)
      return [textOf(name), list.length === 1 ? list[0] : list] as const
    })
  return performIn(making, 'submitLead', {
    form: owner === undefined ? firstFact(making, 'form') : ownId(making, owner),
    answers: Object.fromEntries(answers),
    ...taken(record, { platform: 'platform' }),
  })
}

function makePost(making: Making, fact: SeenFact): Made {
  const id = ownId(making, firstPart(fact.id))
  const token = pageToken(making, id)
  const { record } = fact
  const params = { message: ' ', ...taken(record, { message: 'message', is_published: 'published' }) }
  return callAs(making, token, 'publishPost', { page: id, ...params })
}

/** Whether a recorded id is that of a fact of a kind. */
const isOf = ({ scan }: Making, id: string, kind: SeenFact['kind']): boolean =>
  scan.facts.get(id)?.kind === kind

/** Returns the simulated id of the row that a fact names as above it, or else of the first of that kind. */
const above = (making: Making, id: string, kind: SeenFact['kind']): string =>
  isOf(making, id, kind) ? ownId(making, id) : firstFact(making, kind)

/** Returns the recorded id of the ad account of a fact; empty if the recording does not say. */
const accountOf = ({ record, owner = '' }: SeenFact): string =>
  owner.startsWith('act_') ? owner.replace('act_', '') : textOf(record['account_id'])

/** Returns what a recording does not show, such as the campaign of an ad set, made once for each parent. */
function parentOnce(making: Making, key: string, make: () => Made): string {
  const known = making.parents.get(key)
  if (known !== undefined) return known
  const made = make()
  const id = made.ok ? textOf(jsonMembers(made.value)['id']) : ''
  making.parents.set(key, id)
  return id
}

/** Returns the simulated id of the first fact of a kind in an ad account. An empty account is any. */
function firstOf(making: Making, kind: SeenFact['kind'], account: string): string {
  const facts = [...making.scan.facts.values()]
  const first = facts.find((fact) => fact.kind === kind && (account === '' || accountOf(fact) === account))
  return ownId(making, first?.id)
}

/** Returns the simulated id of the campaign of an ad set. */
function campaignOf(making: Making, { record, owner = '' }: SeenFact, account: string): string {
  const named = textOf(record['campaign_id']) || owner
  if (isOf(making, named, 'campaign')) return ownId(making, named)
  return (
    firstOf(making, 'campaign', account) ||
    parentOnce(making, `campaign ${account}`, () =>
      makeCampaign(making, { id: '', kind: 'campaign', owner: undefined, record: { account_id: account } }),
    )
  )
}

/** Returns the simulated id of the ad set of an ad. */
function adSetOf(making: Making, fact: SeenFact, account: string): string {
  const { record, owner = '' } = fact
  const named = textOf(record['adset_id']) || owner
  if (isOf(making, named, 'adSet')) return ownId(making, named)
  const shown = isOf(making, textOf(record['campaign_id']) || owner, 'campaign')
  const known = shown ? '' : firstOf(making, 'adSet', account)
  if (known !== '') return known
  const campaign = campaignOf(making, fact, account)
  return parentOnce(making, `ad set ${campaign}`, () => performIn(making, 'createAdSet', { campaign }))
}

const makeAdSet = (making: Making, fact: SeenFact): Made =>
  performIn(making, 'createAdSet', {
    campaign: campaignOf(making, fact, accountOf(fact)),
    ...taken(fact.record, {
      name: 'name',
      status: 'status',
      daily_budget: 'dailyBudget',
      lifetime_budget: 'lifetimeBudget',
      start_time: 'startTime',
      end_time: 'endTime',
      optimization_goal: 'optimizationGoal',
    }),
  })

function makeAd(making: Making, fact: SeenFact): Made {
  const { record } = fact
  const adSet = adSetOf(making, fact, accountOf(fact))
  const account = handleOf(making.world).state.graph.rows.get(Number(adSet))
  const adAccount = account && 'adAccount' in account ? String(account.adAccount) : anyAdAccount(making)
  const creative = performIn(making, 'createCreative', { adAccount })
  if (!creative.ok) return creative
  return performIn(making, 'createAdWithCreative', {
    adSet,
    creative: textOf(jsonMembers(creative.value)['id']),
    ...taken(record, { name: 'name', status: 'status' }),
  })
}

/** Makes a photo of a page, or of a person. Its picture is another one: no recording has it. */
function makePhoto(making: Making, { id, record, owner = '' }: SeenFact): Made {
  const url = `https://img.test/${id}.png`
  const kind = making.scan.facts.get(owner)?.kind
  if (kind === 'user')
    return performIn(making, 'uploadUserPhoto', {
      user: ownId(making, owner),
      url,
      ...taken(record, { name: 'caption' }),
    })
  const page = kind === 'page' ? ownId(making, owner) : firstFact(making, 'page')
  return callAs(making, pageToken(making, page), 'uploadPagePhoto', {
    page,
    url,
    ...taken(record, { name: 'caption' }),
  })
}

const makeComment = (making: Making, { record, owner = '' }: SeenFact): Made =>
  performIn(making, 'commentOnPost', {
    post: above(making, owner, 'post'),
    user: making.user,
    message: textOf(record['message']) || '-',
  })

/** Makes a fact of each kind. */
export const factMakers: Readonly<
  Record<NonNullable<SeenFact['kind']>, (making: Making, fact: SeenFact) => Made>
> = {
  user: makeUser,
  page: makePage,
  adAccount: makeAdAccount,
  campaign: makeCampaign,
  adSet: makeAdSet,
  ad: makeAd,
  form: makeForm,
  lead: makeLead,
  post: makePost,
  photo: makePhoto,
  comment: makeComment,
}
