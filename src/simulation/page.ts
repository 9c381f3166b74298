import { script, style } from 'virtual:fauxgraph-viewer'
import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64 } from '../engine/base64.ts'
import { shown } from '../graph/values/scalars.ts'
import { checkNames } from '../world/known-names.ts'
import { checkResultArgument } from './result-argument.ts'
import type { SimulationResult } from './simulate.ts'

const encoder = new TextEncoder()

const hashSource = (text: string): string => `'sha256-${toBase64(sha256(encoder.encode(text)))}'`

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? '')

/** JSON that cannot end a script element. */
const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Returns a timeline as one HTML page without any other file: lanes of actors, due work, deliveries and
 * faults, and a plot of each series. A browser loads nothing from elsewhere, and runs no other script. Throws
 * a TypeError if an argument is wrong.
 *
 * @param options.title The heading: `Simulation` if left out.
 */
export function timelinePage(result: SimulationResult, options: { readonly title?: string } = {}): string {
  checkResultArgument('timelinePage', result, ['counters', 'histograms', 'resources', 'series', 'timeline'])
  checkNames('timelinePage', 'option', options, ['title'])
  const { title = 'Simulation' } = options
  if (typeof title !== 'string') throw new TypeError(`The option title must be text, got ${shown(title)}`)
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<noscript>This page draws its data with JavaScript.</noscript>
<main id="app"></main>
<script type="application/json" id="data">${embeddedJson({ ...result, title })}</script>
<script>${script}</script>
</body>
</html>
`
}
