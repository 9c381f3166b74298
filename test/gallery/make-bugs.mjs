/**
 * Makes the wrong programs in `bugs/`, which Git ignores: a patch of `wrong/` changes the right program that its
 * first line names, and a program of `wrong/` stands as it is. `diff -U1 right/A.ts B.ts` writes a patch.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const at = (path) => new URL(path, import.meta.url)

/** Applies a unified diff. Throws an Error if a line that it keeps or removes is another one. */
function patched(text, patch, name) {
  const lines = text.split('\n')
  const made = []
  let next = 0
  for (const line of patch.split('\n').slice(2, -1)) {
    const start = /^@@ -(\d+)/.exec(line)?.[1]
    if (start !== undefined) {
      made.push(...lines.slice(next, start - 1))
      next = start - 1
    } else if (line.startsWith('+')) made.push(line.slice(1))
    else {
      if (lines[next] !== line.slice(1))
        throw new Error(
          `wrong/${name} does not fit: line ${next + 1} must be "${line.slice(1)}", and is "${lines[next]}"`,
        )
      if (line.startsWith(' ')) made.push(lines[next])
      next += 1
    }
  }
  return [...made, ...lines.slice(next)].join('\n')
}

const sources = readdirSync(at('wrong'))
mkdirSync(at('bugs'), { recursive: true })
for (const name of readdirSync(at('bugs')))
  if (name.endsWith('.ts') && !sources.some((source) => source.replace('.patch', '.ts') === name))
    rmSync(at(`bugs/${name}`), { force: true })
for (const name of sources) {
  const text = readFileSync(at(`wrong/${name}`), 'utf8')
  const right = /^--- (right\/\S+)/.exec(text)?.[1]
  const file = at(`bugs/${name.replace('.patch', '.ts')}`)
  // Test files that run at the same time make the same programs: a program appears as a whole.
  const part = at(`bugs/${process.pid}.${name}`)
  writeFileSync(part, right === undefined ? text : patched(readFileSync(at(right), 'utf8'), text, name))
  renameSync(part, file)
}
