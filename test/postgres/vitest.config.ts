import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/postgres/**/*.test.ts'],
    isolate: false,
    testTimeout: 120_000,
    // The client that Prisma generates is TypeScript.
    server: { deps: { inline: [/\.client/] } },
  },
})
