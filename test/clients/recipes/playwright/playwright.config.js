import { defineConfig } from '@playwright/test'

export default defineConfig({
  globalSetup: './global-setup.js',
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM, // Without it, the browser that Playwright installed.
      args: ['--no-sandbox', '--headless', '--disable-gpu'],
    },
  },
})
