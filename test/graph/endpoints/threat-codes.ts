/** Right parameters of a search, and for each of its codes a way to reach it. */
export const threatCodes = {
  searchThreatIndicators: {
    params: {},
    codes: {
      100: { params: { limit: 1_001 } },
      190: { token: () => 'nobody' },
      200: { token: ({ userToken }: { readonly userToken: string }) => userToken },
    },
  },
}
