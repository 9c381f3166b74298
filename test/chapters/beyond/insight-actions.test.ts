import { expect } from 'vitest'
import * as insightActions from '../../../src/chapters/feed/metrics/insight-actions.ts'
import { describeActions, stage } from '../action-table.ts'

const { page, post } = stage

describeActions(insightActions, {
  recordInsights: {
    params: { object: page, metric: 'page_impressions', value: 5 },
    names: { object: stage.campaign },
    does({ world }) {
      const rows = [...world.state.graph.rows.values()].filter(({ kind }) => kind === 'metricValues')
      expect(rows).toMatchObject([{ object: Number(page), metric: 'page_impressions', value: 5 }])
    },
    refuses: [
      [{ metric: 'post_clicks' }, /Param metric must be a metric of a page, got post_clicks/],
      [{ object: post }, /Param metric must be a metric of a post, got page_impressions/],
      [{ date: '2099-01-01' }, /Param date must not lie in the future/],
      [{ value: -1 }, /Param value must be an integer from 0 to 1000000000/],
    ],
  },
})
