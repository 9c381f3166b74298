import type { Scene } from '../../graph/scene.ts'
import { invalidToken, noPermission, type Rows } from './story.ts'

/** For the lead export valid parameters, and a story for each of its codes (SIL-160). */
export function leadCodes({ form }: Scene): Rows {
  return {
    exportLeads: {
      params: { id: form, type: 'form' },
      codes: {
        100: { params: { type: 'ad' } },
        190: invalidToken,
        200: noPermission,
      },
    },
  }
}
