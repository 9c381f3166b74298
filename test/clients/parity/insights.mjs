// Recordings of insights.
const restfb = { from: 'restfb', family: 'insights' }

function recorded({ act, world }, object, metric) {
  act('recordInsights', { object, metric, value: 3 })
  world.clock.advance('1d')
}

export const insightCases = [
  {
    ...restfb,
    file: 'v16_0/page-with-insights',
    ask(world) {
      recorded(world, world.page, 'page_post_engagements')
      return world.get(`/${world.page}`, { fields: 'insights.metric(page_post_engagements)' })
    },
  },
  {
    ...restfb,
    file: 'v16_0/post-with-insight',
    ask(world) {
      const post = world.publish()
      recorded(world, post, 'post_clicks')
      return world.get(`/${post}`, { fields: 'insights.metric(post_clicks)' })
    },
  },
  {
    ...restfb,
    file: 'v2_4/insight',
    ask(world) {
      const post = world.publish()
      recorded(world, post, 'post_clicks')
      return world.get(`/${post}/insights`, { metric: 'post_clicks', period: 'lifetime' }).data[0]
    },
  },
  {
    ...restfb,
    file: 'connection-typed-summary',
    ask(world, { data: [record], summary }) {
      const { act, ad, adAccount, get, userToken } = world
      for (const type of ['link_click', 'post_engagement'])
        act('recordAdResults', {
          ad,
          ...{ impressions: 900, reach: 800, clicks: 7, spend: 500, actions: [{ type, count: 3 }] },
        })
      world.world.clock.advance('1d')
      act('recordAdResults', { ad, impressions: 900 })
      world.world.clock.advance('1d')
      return get(
        `/act_${adAccount}/insights`,
        {
          ...{ level: 'ad', limit: 1, fields: Object.keys(record).join(','), time_increment: 1 },
          ...{ date_preset: 'last_7d', summary: Object.keys(summary).join(',') },
        },
        userToken,
      )
    },
  },
]
