import { accountOf, agree, type Run, walk } from './campaign-answers.ts'
import type { Details, Who } from './campaign-commands.ts'
import { adsOf, copiesOf, listedCampaigns, setsOf } from './campaign-model.ts'
import { calls, chosenCampaign, NOWHERE, numberOf, refusal } from './campaign-stage.ts'

/** Lists campaigns, page by page. */
export function list(stage: Run, who: Who, { account: name, filter, limit }: Details<'list'>): boolean {
  const account = accountOf(stage, name)
  const params = { ...(filter && { effective_status: filter }), ...(limit !== undefined && { limit }) }
  const problem = refusal(stage, 'listCampaigns', who, account)
  const isWrong = (limit ?? 1) < 1 || filter?.includes('GONE')
  const found =
    problem ?? (isWrong ? 100 : listedCampaigns(stage.model, account ?? '', filter, numberOf(who.version)))
  const answer = calls(stage, 'listCampaigns', who, { adAccount: account ?? NOWHERE, ...params })
  const done = agree(answer, typeof found === 'number' ? found : [])
  if (answer.ok && typeof found !== 'number')
    walk(
      stage,
      answer.value,
      found.map(({ id }) => id),
      limit,
    )
  return done
}

/** Lists the ads, ad sets or copies of a campaign, page by page. */
export function edge(stage: Run, who: Who, { which, edge, limit }: Details<'edge'>): boolean {
  const operation = {
    ads: 'listCampaignAds',
    adsets: 'listCampaignAdSets',
    copies: 'listCampaignCopies',
  } as const
  const { id, campaign } = chosenCampaign(stage, which)
  const problem =
    refusal(stage, operation[edge], who, campaign?.account) ?? ((limit ?? 1) < 1 ? 100 : undefined)
  const answer = calls(stage, operation[edge], who, { campaign: id, ...(limit !== undefined && { limit }) })
  const done = agree(answer, problem ?? [])
  if (!answer.ok || !campaign) return done
  const { model } = stage
  const rows = {
    ads: () => adsOf(model, campaign).reverse(),
    adsets: () => setsOf(model, campaign).reverse(),
    copies: () => copiesOf(model, campaign),
  }
  walk(
    stage,
    answer.value,
    rows[edge]().map((row) => row.id),
    limit,
  )
  return done
}
