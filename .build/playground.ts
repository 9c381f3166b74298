// Makes the page of the playground: a world, the requests of the reference and the inspector, in one file.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { pageText } from '../src/inspector/html-page.ts'
import type { PlaygroundData } from '../test/site/playground/data.ts'
import { lean } from './lean.ts'
import { browserScript, viewerStyle } from './viewer.ts'

const folder = fileURLToPath(new URL('../test/site/playground/', import.meta.url))

/** What the page never asks for: the page and the document of a server, and what simulations show. */
const notNeeded: Readonly<Record<string, string>> = {
  '/src/inspector/page.ts': 'export const htmlPage = () => "", pagePolicy = htmlPage',
  '/src/server/openapi/document.ts': 'export const openApiDocument = () => ({})',
  '/src/inspector/viewer/tabs/simulation.tsx': 'export const SimulationTab = () => null',
  '/src/inspector/viewer/tabs/study.tsx': 'export const StudyTab = () => null',
}

/** Leaves out what the page does not need. */
const small: Plugin = {
  name: 'fauxgraph-playground',
  enforce: 'pre',
  resolveId: (id) => (id === 'tr46' ? `${folder}host-names.ts` : undefined),
  load(id) {
    const path = Object.keys(notNeeded).find((end) => id.endsWith(end))
    return path === undefined ? undefined : notNeeded[path]
  },
}

/** What the page shows until its world has begun. */
const beginning = `<header class="top"><h1>fauxgraph playground</h1></header>
<p class="hint">A simulated service runs in this page, and sends nothing anywhere. It begins.</p>`

/** Returns the page of the playground. */
export async function playgroundPage(data: PlaygroundData): Promise<string> {
  const code = {
    script: await browserScript(`${folder}main.tsx`, [small, ...lean]),
    style: `${viewerStyle()}\n${readFileSync(`${folder}style.css`, 'utf8')}`,
    connects: "'none'",
  } as const
  return pageText('fauxgraph playground', data, code, beginning)
}
