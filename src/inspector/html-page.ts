import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64 } from '../engine/values/base64.ts'

const encoder = new TextEncoder()

const hashSource = (text: string): string => `'sha256-${toBase64(sha256(encoder.encode(text)))}'`

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? '')

/** JSON that cannot end a script element. */
const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The code of a page: its script, its style, and where it may send requests. */
export interface PageCode {
  readonly script: string
  readonly style: string
  readonly connects: "'none'" | "'self'"
}

/** The content security policy of a page: its own script and style, and no other. */
export const policyOf = ({ script, style, connects }: PageCode): string =>
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
 * @param data What the script reads from the page.
 * @param beginning The HTML that is shown until the script has run.
 */
export const pageText = (
  title: string,
  data: object,
  code: PageCode,
  beginning = '',
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(code)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${code.style}</style>
</head>
<body>
<noscript>This page draws its data with JavaScript.</noscript>
<main id="app">${beginning}</main>
<script type="application/json" id="data">${embeddedJson(data)}</script>
<script>${code.script}</script>
</body>
</html>
`
