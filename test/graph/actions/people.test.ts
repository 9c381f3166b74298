import { expect } from 'vitest'
import * as people from '../../../src/graph/actions/people.ts'
import { rowOf } from '../scene.ts'
import { describeActions, stage } from './table.ts'

const answers = { full_name: 'A', email: 'a@example.test' }

describeActions(people, {
  submitLead: {
    params: { form: stage.form, ad: stage.ad, answers, disclaimers: { newsletter: true } },
    names: { form: stage.ad, ad: stage.form },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'leads',
        form: Number(stage.form),
        page: Number(stage.page),
        ad: Number(stage.ad),
        preview: false,
        platform: 'fb',
        createdTime: world.clock.now,
      })
    },
    refuses: [
      [{ answers: undefined }, /The parameter answers is required/],
      [{ answers: {} }, /Param answers.full_name is required by the form/],
      [{ answers: 'x' }, /Param answers must be a JSON object/],
      [{ preview: 'perhaps' }, /Param preview must be true or false/],
    ],
  },
})
