import { readFileSync } from 'node:fs'

/** The faults: what each does, the file, the text to replace, and the folder of the tests that must notice it. */
export const faults = JSON.parse(readFileSync(new URL('faults.json', import.meta.url), 'utf8'))

/** Returns a text with a fault in it. Throws if the text to replace does not occur exactly once. */
export function withFault(text, { name, file, from, to }) {
  const found = text.split(from).length - 1
  if (found === 1) return text.replace(from, () => to)
  throw new Error(
    `The fault "${name}" must replace a text that ${file} has once, and it occurs ${found} times: ` +
      `${JSON.stringify(from)}. Change "from" in test/planted/faults.json to what the file says now.`,
  )
}
