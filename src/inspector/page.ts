import { script, style } from 'virtual:fauxgraph-viewer'
import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64 } from '../engine/values/base64.ts'

const encoder = new TextEncoder()

const hashSource = (text: string): string => `'sha256-${toBase64(sha256(encoder.encode(text)))}'`

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? '')

/** JSON that cannot end a script element. */
const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * The content security policy of the viewer: its own script and style, and no other.
 *
 * @param connects Where the page may send requests: `'self'` for the page of a server.
 */
export const pagePolicy = (connects: "'none'" | "'self'"): string =>
  [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    `connect-src ${connects}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * Returns one HTML page without any other file. A browser loads nothing from elsewhere for it, and runs no
 * other script.
 *
 * @param data What the page shows: `{ trace }`, `{ live }` or `{ simulation }`.
 */
export function htmlPage(title: string, data: object, connects: "'none'" | "'self'" = "'none'"): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(connects)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<noscript>This page draws its data with JavaScript.</noscript>
<main id="app"></main>
<script type="application/json" id="data">${embeddedJson(data)}</script>
<script>${script}</script>
</body>
</html>
`
}
