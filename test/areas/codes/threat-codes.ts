import { invalidToken, type Rows } from './story.ts'

/** Right parameters of a search, and for each of its codes a way to reach it. */
export const threatCodes: Rows = {
  searchThreatIndicators: {
    params: {},
    codes: {
      100: { params: { limit: 1_001 } },
      190: invalidToken,
      200: { token: ({ userToken }) => userToken },
    },
  },
}
