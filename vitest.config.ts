import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'test/long/**', 'test/clients/**'],
    testTimeout: 120_000,
  },
})
