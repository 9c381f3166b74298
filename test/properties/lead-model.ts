/** A model of leads in the contract: plain lists, which every question searches and counts again. */

/** A token of a person, with its permissions. */
export interface Holder {
  readonly user: string
  /** Set for a page token. */
  readonly page?: string
  readonly scopes: readonly string[]
  /** Whether its app was made after 2 July 2018. */
  readonly young: boolean
}

/** A form of a page, with its creation time. */
interface Form {
  readonly id: string
  readonly page: string
  readonly time: number
}

/** A lead. */
export interface Lead {
  readonly id: string
  readonly form: string
  readonly page: string
  readonly ad: string | undefined
  readonly preview: boolean
  readonly time: number
  readonly checked: boolean
}

/** The state of the model. */
export interface Model {
  now: number
  readonly forms: Form[]
  readonly pages: readonly string[]
  readonly leads: Lead[]
  readonly reads: { readonly page: string; readonly time: number }[]
  readonly notices: object[]
  /** The account of each ad. */
  readonly ads: Readonly<Record<string, string>>
  /** `user page` and the tasks held, `user account` of each role. */
  readonly tasks: Record<string, readonly string[]>
  readonly roles: readonly string[]
  readonly access: Record<string, readonly string[] | undefined>
}

/** A condition on the second of a lead's creation. */
export interface Condition {
  readonly operator: string
  readonly value: number
}

/** The lead read limit in these runs. */
export const limit = { perLead: 2, leadDays: 2, seconds: 3_600 }

/** The outcome of a call: its error code, or its result. */
export type Answer = { readonly code: number } | { readonly data: readonly object[]; readonly more: boolean }

const second = (time: number) => Math.floor(time / 1000)

const hasRetrieval = ({ young, scopes }: Holder) => !young || scopes.includes('leads_retrieval')

const tasksOf = (model: Model, user: string, page: string) => model.tasks[`${user} ${page}`] ?? []

const hasRole = (model: Model, user: string, ad: string) => model.roles.includes(`${user} ${model.ads[ad]}`)

function mayRead(model: Model, holder: Holder, page: string): boolean {
  if (!hasRetrieval(holder) || (holder.page !== undefined && holder.page !== page)) return false
  const chosen = model.access[page]
  return chosen ? chosen.includes(holder.user) : tasksOf(model, holder.user, page).includes('MANAGE')
}

function seesAd(model: Model, { user, scopes }: Holder, { ad, page }: Lead): boolean {
  if (ad === undefined || !hasRole(model, user, ad)) return false
  return tasksOf(model, user, page).includes('ADVERTISE') || scopes.includes('ads_management')
}

function shown(model: Model, holder: Holder, lead: Lead): object {
  return {
    id: lead.id,
    created_time: `${new Date(second(lead.time) * 1000).toISOString().slice(0, 19)}+0000`,
    ...(seesAd(model, holder, lead) && { ad_id: lead.ad }),
    form_id: lead.form,
    is_organic: lead.ad === undefined && !lead.preview,
    checked: lead.checked,
  }
}

/** Whether a page has used up the reads that its leads allow. */
function isLimitReached(model: Model, page: string): boolean {
  const now = second(model.now)
  const leads = model.leads.filter(
    (lead) => lead.page === page && second(lead.time) >= now - limit.leadDays * 86_400,
  )
  const reads = model.reads.filter((read) => read.page === page && second(read.time) > now - limit.seconds)
  return leads.length > 0 && reads.length >= limit.perLead * leads.length
}

/** Whether a read exceeds the limit of any of its pages; otherwise it counts for each. */
function tooMany(model: Model, ...pages: readonly string[]): boolean {
  if (pages.some((page) => isLimitReached(model, page))) return true
  model.reads.push(...pages.map((page) => ({ page, time: model.now })))
  return false
}

const meets = ({ time }: Lead, { operator, value }: Condition) =>
  operator === 'LESS_THAN'
    ? second(time) < value
    : operator === 'GREATER_THAN'
      ? second(time) > value
      : second(time) >= value

function listed(
  model: Model,
  holder: Holder,
  leads: readonly Lead[],
  conditions: readonly Condition[],
  most: number,
): Answer {
  const fitting = leads.filter((lead) => conditions.every((condition) => meets(lead, condition))).reverse()
  return {
    data: fitting.slice(0, most).map((lead) => shown(model, holder, lead)),
    more: fitting.length > most,
  }
}

/** Submits a form: adds the lead, with the id that the world has given it. */
export function submitForm(model: Model, lead: Omit<Lead, 'time' | 'page'>): void {
  const page = model.forms.find(({ id }) => id === lead.form)?.page ?? ''
  model.leads.push({ ...lead, page, time: model.now })
  const time = second(model.now)
  const ids = lead.ad === undefined ? {} : { adgroup_id: Number(lead.ad), ad_id: Number(lead.ad) }
  const value = {
    leadgen_id: Number(lead.id),
    page_id: Number(page),
    form_id: Number(lead.form),
    ...ids,
    created_time: time,
  }
  model.notices.push({
    object: 'page',
    entry: [{ id: Number(page), time, changes: [{ field: 'leadgen', value }] }],
  })
}

/** Reads one lead. */
export function readsLead(model: Model, holder: Holder, id: string): Answer {
  const lead = model.leads.find((one) => one.id === id)
  if (!lead) return { code: 100 }
  if (tooMany(model, lead.page)) return { code: 80001 }
  if (!mayRead(model, holder, lead.page)) return { code: 200 }
  return { data: [shown(model, holder, lead)], more: false }
}

/** Reads a page of the leads of a form. */
export function readsForm(
  model: Model,
  holder: Holder,
  id: string,
  conditions: readonly Condition[],
  most: number,
): Answer {
  const form = model.forms.find((one) => one.id === id)
  if (!form) return { code: 100 }
  if (tooMany(model, form.page)) return { code: 80001 }
  if (!mayRead(model, holder, form.page)) return { code: 200 }
  return listed(
    model,
    holder,
    model.leads.filter((lead) => lead.form === id),
    conditions,
    most,
  )
}

/** Reads a page of the leads of an ad: those of the pages whose leads the caller can read. */
export function readsAd(
  model: Model,
  holder: Holder,
  ad: string,
  conditions: readonly Condition[],
  most: number,
): Answer {
  const leads = model.leads.filter((lead) => lead.ad === ad)
  const pages = [...new Set(leads.map(({ page }) => page))]
  if (tooMany(model, ...pages)) return { code: 80001 }
  const runsIt = hasRetrieval(holder) && hasRole(model, holder.user, ad)
  // An ad without leads has no page yet: access to the leads of any page is enough.
  const asked = pages.length > 0 ? pages : model.pages
  if (!runsIt && !asked.some((page) => mayRead(model, holder, page))) return { code: 200 }
  return listed(
    model,
    holder,
    leads.filter((lead) => mayRead(model, holder, lead.page)),
    conditions,
    most,
  )
}

/** Exports the leads of a form between two seconds: the compared columns of the file. */
export function exportsForm(
  model: Model,
  holder: Holder,
  id: string,
  from: number | undefined,
  to: number | undefined,
): Answer {
  const form = model.forms.find((one) => one.id === id)
  if (!form) return { code: 100 }
  if (!mayRead(model, holder, form.page)) return { code: 200 }
  const [created, now] = [second(form.time), second(model.now)]
  const begins = from === undefined || from < created ? created : from
  const ends = to === undefined || to > now ? now : to
  const inside = model.leads.filter(
    ({ form: of, time }) => of === id && second(time) >= begins && second(time) <= ends,
  )
  return { data: inside.map((lead) => shown(model, holder, lead)), more: false }
}
