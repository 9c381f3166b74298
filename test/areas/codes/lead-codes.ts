import type { Scene } from '../../graph/scene.ts'
import { everyPage, invalidToken, noPermission, type Rows, wrongFields, wrongLimit } from './story.ts'

/** For the lead export and lead forms valid parameters, and a story for each of their codes (SIL-160). */
export function leadCodes({ form, page }: Scene): Rows {
  return {
    exportLeads: {
      params: { id: form, type: 'form' },
      codes: {
        100: { params: { type: 'ad' } },
        190: invalidToken,
        200: noPermission,
      },
    },
    listLeadForms: { params: { page }, codes: { ...everyPage, 100: wrongLimit } },
    readLeadForm: { params: { form }, codes: { ...everyPage, 100: wrongFields } },
  }
}
