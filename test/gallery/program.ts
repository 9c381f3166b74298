import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import { createWorld, type World } from '../../src/index.ts'

/** A starter world without posts and photos. */
export function starterWorld(): World {
  const world = createWorld()
  world.starter({ publications: false })
  return world
}

/** A starter world whose app is installed on the page, and has a webhook. */
export function webhookWorld(): World {
  const world = createWorld()
  const { app, page } = world.starter({ publications: false })
  world.actions.installApp({ page, app }).unwrap()
  world.actions.setWebhook({ app }).unwrap()
  return world
}

/** Creates the campaign Spring, which has an ad set, in an ad account. */
export function addCampaign(world: World, adAccount: string, userToken: string): void {
  const { id } = world
    .as(userToken)
    .createCampaign({
      adAccount,
      name: 'Spring',
      objective: 'REACH',
      special_ad_categories: [],
      spend_cap: '500000',
    })
    .unwrap()
  world.actions.createAdSet({ campaign: String(id), name: 'Young people', dailyBudget: 500 }).unwrap()
}

/** A starter world with a second campaign, which has an ad set. */
export function campaignWorld(): World {
  const world = createWorld()
  const { adAccount, userToken } = world.starter({ publications: false })
  addCampaign(world, adAccount, userToken)
  return world
}

/** A program that `explore` judges: it must find the bug of a wrong one, and nothing in a right one. */
export interface GalleryProgram {
  /** The mistake of the program in plain words, or the purpose of a right program. */
  readonly name: string
  /** Bugs only: how many independent things must go wrong or coincide. */
  readonly depth?: 1 | 2 | 3
  /** Bugs only: the effect that a user would notice. */
  readonly finds?: string
  /** Bugs only: the public bug that it is modeled on. */
  readonly source?: string
  readonly options: Omit<ExploreOptions, 'runs' | 'kinds' | 'steps' | 'seed' | 'within'>
  /** Bugs only: laws of the user, where the mirror alone cannot show the bug. */
  readonly invariants?: Pick<ExploreOptions, 'invariants' | 'eventually'>
}
