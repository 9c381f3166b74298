import { expect } from 'vitest'
import * as threats from '../../../src/chapters/threats/actions.ts'
import { rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { now } = stage.world.clock

describeActions(threats, {
  addThreatIndicator: {
    params: {
      indicator: 'evil.test',
      type: 'DOMAIN',
      threatTypes: 'SCAM,PHISHING,SCAM',
      addedOn: '2020-01-01',
    },
    does({ world }, { id }) {
      const addedOn = Date.UTC(2020, 0, 1)
      expect(rowOf(world, String(id))).toMatchObject({
        indicator: 'evil.test',
        type: 'DOMAIN',
        threatTypes: ['SCAM', 'PHISHING'],
        description: '',
        confidence: 50,
        severity: 'INFO',
        shareLevel: 'UNKNOWN',
        status: 'UNKNOWN',
        addedOn,
      })
      const more = { severity: 'APOCALYPSE', shareLevel: 'RED', status: 'NON_MALICIOUS' } as const
      const other = { indicator: 'x', type: 'URI', description: 'A', confidence: 0, ...more }
      const { id: second } = world.actions.addThreatIndicator(other).unwrap()
      expect(rowOf(world, second)).toMatchObject({
        ...other,
        threatTypes: [],
        addedOn: Math.floor(now / 1000) * 1000,
      })
    },
    refuses: [
      [{ indicator: undefined }, /The parameter indicator is required/],
      [{ indicator: '' }, /Param indicator must be text that is not empty/],
      [{ type: undefined }, /The parameter type is required/],
      [{ type: 'domain' }, /Param type must be a name of capital letters, digits and underscores/],
      [{ threatTypes: ['scam'] }, /Param threatTypes.0 must be a name of capital letters/],
      [{ confidence: -1 }, /Param confidence must be an integer from 0 to 100/],
      [{ confidence: 101 }, /Param confidence must be an integer from 0 to 100/],
      [
        { severity: 'UNKNOWN' },
        /Param severity must be one of INFO, WARNING, SUSPICIOUS, SEVERE, APOCALYPSE,/,
      ],
      [{ shareLevel: 'BLACK' }, /Param shareLevel must be one of WHITE, GREEN, AMBER, RED, UNKNOWN,/],
      [{ status: 'GOOD' }, /Param status must be one of MALICIOUS, NON_MALICIOUS, SUSPICIOUS, UNKNOWN,/],
      [{ addedOn: now / 1000 + 1 }, /Param addedOn must not be later than now/],
      [{ addedOn: 'soon' }, /Param addedOn must be an ISO 8601 time/],
    ],
  },
})
