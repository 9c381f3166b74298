import type { ErrorCode } from '../../../src/graph/errors.ts'
import type { Scene } from '../scene.ts'

/** How a call is made wrong: what differs from a right call. */
interface Story {
  readonly token?: (scene: Scene) => string
  readonly params?: object
}

/** Right parameters of an operation, and for each of its codes a way to reach it. */
interface Row {
  readonly params: object
  readonly codes: Partial<Record<ErrorCode, Story>>
}

/** For the export of leads a right call, and a way to each of its codes (SIL-160). */
export function leadCodes({ form }: Scene): Readonly<Record<string, Row>> {
  return {
    exportLeads: {
      params: { id: form, type: 'form' },
      codes: {
        100: { params: { type: 'ad' } },
        190: { token: () => 'nobody' },
        200: { token: ({ noPermissionToken }) => noPermissionToken },
      },
    },
  }
}
