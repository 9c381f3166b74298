import { withEscapes } from './unseen.ts'

/** JSON as an expression of JavaScript, indented like the code around it. */
export function code(value: unknown, indent = ''): string {
  const text = withEscapes(JSON.stringify(value, null, 2) ?? 'undefined')
  // In an object literal this name would set the prototype.
  if (text.includes('"__proto__"')) return `JSON.parse(${withEscapes(JSON.stringify(JSON.stringify(value)))})`
  return text.replaceAll(/\n/g, `\n${indent}`)
}

/** An object literal whose values are code already. Members without a value are left out. */
export function objectCode(members: Readonly<Record<string, string | undefined>>, indent = ''): string {
  const lines = Object.entries(members).flatMap(([name, text]) =>
    text === undefined ? [] : [`${indent}  ${name}: ${text},\n`],
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}
