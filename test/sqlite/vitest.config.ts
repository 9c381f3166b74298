import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/sqlite/**/*.test.ts', 'test/explore/io/sockets/sealed.test.ts'],
    testNamePattern: /better-sqlite3/,
    env: { FAUXGRAPH_SQLITE: process.env['FAUXGRAPH_SQLITE'] ?? import.meta.dirname },
    isolate: false,
    testTimeout: 120_000,
    // The client that Prisma generates is TypeScript.
    server: { deps: { inline: [/\.client/] } },
  },
})
