import { floorOf } from './floor.mjs'
import { contest, numbersBelow, quick } from './measure.mjs'
import { putBack, seededWorld } from './seeded.mjs'

export const sizes = quick ? [1_000, 100_000] : [1_000, 1_000_000]

/** The typed calls that are timed, on a seeded world. Each is run on the state as it was seeded. */
export function calls({
  asPage,
  asUser,
  page,
  adAccount,
  form,
  rows,
  leadCursor,
  feedCursor,
  world,
  handle,
  state,
}) {
  const post = numbersBelow(rows.posts.length)
  const campaign = numbersBelow(rows.campaigns.length)
  const prepare = () => putBack(handle, state)
  const answers = { full_name: 'Grace Example', email: 'grace@example.test' }
  const run = {
    publishPost: (time) => asPage.publishPost({ page, message: `message ${time}` }),
    createCampaign: (time) =>
      asUser.createCampaign({
        adAccount,
        name: `campaign ${time}`,
        objective: 'LEAD_GENERATION',
        special_ad_categories: [],
      }),
    readPost: () => asPage.readPost({ post: `${page}_${rows.posts[post()].id}` }),
    readCampaign: () => asUser.readCampaign({ campaign: String(rows.campaigns[campaign()].id) }),
    listPageFeed: () => asPage.listPageFeed({ page, limit: 25, after: feedCursor }),
    listFormLeads: () => asPage.listFormLeads({ form, limit: 25, after: leadCursor }),
    submitLead: () => world.actions.submitLead({ form, answers }),
  }
  for (const [name, call] of Object.entries(run)) {
    const outcome = call(0)
    if (!outcome.ok) throw new Error(`${name}: ${outcome.error.message}`)
    if (outcome.value.data && outcome.value.data.length !== 25) throw new Error(`${name}: no page of 25`)
  }
  return Object.fromEntries(
    Object.entries(run).map(([name, call]) => [name, { run: call, prepare, most: 250 }]),
  )
}

const creates = ['publishPost', 'createCampaign', 'submitLead']

function floorFor(name, floor) {
  if (name.startsWith('list')) return { run: () => JSON.stringify(floor.page(floor.order.length >> 1)) }
  if (!creates.includes(name)) return { run: floor.read }
  return { run: floor.create, prepare: floor.shrink }
}

const goalOf = (name) => {
  if (creates.includes(name)) return '≤ 20 µs'
  return name.startsWith('list') ? '≤ 60 µs' : '≤ 7 µs'
}

/** Each call against the floor of its own kind, and at the large size against itself at the small one. */
export async function rows() {
  const [small, large] = sizes
  const worlds = Object.fromEntries(sizes.map((size) => [size, seededWorld(size)]))
  const floors = Object.fromEntries(sizes.map((size) => [size, floorOf(size)]))
  const timed = Object.fromEntries(sizes.map((size) => [size, calls(worlds[size])]))
  const found = []
  for (const name of Object.keys(timed[small])) {
    const micros = await contest({
      small: timed[small][name],
      smallFloor: floorFor(name, floors[small]),
      large: timed[large][name],
      largeFloor: floorFor(name, floors[large]),
    })
    const against = creates.includes(name) ? 'insert, read, stringify' : 'read, stringify'
    const goal = goalOf(name)
    found.push(
      {
        row: name,
        size: small,
        micros: micros.small,
        against,
        ratio: micros.small / micros.smallFloor,
        goal,
      },
      {
        row: name,
        size: large,
        micros: micros.large,
        against,
        ratio: micros.large / micros.largeFloor,
        goal,
      },
      {
        row: `${name}, growth`,
        size: large,
        against: `the same at ${small}`,
        ratio: micros.large / micros.small,
        goal: '≤ 1.5',
      },
    )
  }
  return found
}
