import { invalidToken, type Rows } from './story.ts'

/** Valid parameters of a search, and a story for each of its codes. */
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
