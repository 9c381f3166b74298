import { expect } from 'vitest'
import * as leads from '../../../src/chapters/leads/actions.ts'
import { rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { page, photo, form } = stage

describeActions(leads, {
  createLeadForm: {
    params: { page, name: 'F', questions: [{ key: 'a' }, { key: 'b', label: 'B', type: 'storeLocator' }] },
    names: { page: photo },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'leadForms',
        page: Number(page),
        questions: [
          { key: 'a', label: 'a', type: 'text' },
          { key: 'b', label: 'B', type: 'storeLocator' },
        ],
        disclaimers: [],
      })
    },
    refuses: [
      [{ questions: undefined }, /The parameter questions is required/],
      [{ questions: [{}] }, /The parameter questions.0.key is required/],
      [
        { questions: [{ key: '__proto__' }] },
        /Param questions.0.key must be text that is not empty, and not __proto__/,
      ],
      [{ questions: [{ key: '' }] }, /Param questions.0.key must be text that is not empty/],
      [{ disclaimers: [{ key: '' }] }, /Param disclaimers.0.key must be text that is not empty/],
      [
        { questions: [{ key: 'a' }, { key: 'a' }] },
        /Params questions and disclaimers must not use a key twice, got a more than once/,
      ],
      [
        { disclaimers: [{ key: 'a' }] },
        /Params questions and disclaimers must not use a key twice, got a more than once/,
      ],
      [
        { questions: [{ key: 'a', type: 'date' }] },
        /Param questions.0.type must be one of text, storeLocator/,
      ],
    ],
  },
  archiveLeadForm: {
    params: { form },
    names: { form: page },
    does({ world }) {
      expect(rowOf(world, form)).toMatchObject({ archived: true })
    },
    refuses: [],
  },
})
