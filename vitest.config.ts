import { defineConfig } from 'vitest/config'
import { summaryReporter } from './test/summary.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'test/long/**', 'test/clients/**', '**/node_modules/**'],
    reporters: ['default', summaryReporter('.report.json')],
    setupFiles: ['test/chance.ts'],
    maxWorkers: '100%',
    testTimeout: 120_000,
  },
})
