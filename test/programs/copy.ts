import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Bug } from './bug.ts'

/** A text of one file that is another in the copy. */
type Change = Omit<Bug, 'finds'>

/** The files of a folder beside the program that are not its own. */
const notItsOwn = ['bugs.ts', 'fauxgraph.config.ts']

/** Replaces the one place of a text. Throws an Error if it stands in the file not once. */
function replaceOnce(text: string, { name, file, from, to }: Change): string {
  const parts = text.split(from)
  if (parts.length !== 2)
    throw new Error(`${name}: ${file} has the text ${parts.length - 1} times, expected once: ${from}`)
  return parts.join(to)
}

/** Lets a file of the copy import better-sqlite3 from a folder that has it, or what stands for it. */
function withSqlite(text: string, path: string, target: string): string {
  const from = relative(dirname(path), 'better-sqlite3.ts')
  return existsSync(join(target, 'node_modules/better-sqlite3'))
    ? text
    : text.replace("import Database from 'better-sqlite3'", `import { Database } from './${from}'`)
}

/**
 * Copies a program, and changes one text of the copy if it is to have a bug. `programs` is the folder of all
 * programs. The copy finds the packages of the project if a folder above it has them.
 */
export function copyProgram(programs: string, program: string, target: string, bug?: Change): void {
  const source = join(programs, program)
  const native = process.env['FAUXGRAPH_SQLITE']
  mkdirSync(target, { recursive: true })
  if (native !== undefined) {
    symlinkSync(join(native, 'node_modules'), join(target, 'node_modules'))
    // The programs expect the folder of their database, as better-sqlite3 does.
    mkdirSync(join(target, 'data'))
  }
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (notItsOwn.includes(path)) continue
    if (!/\.\w+$/.test(path)) {
      mkdirSync(join(target, path), { recursive: true })
      continue
    }
    const text = readFileSync(join(source, path), 'utf8')
    const own = bug?.file === path ? replaceOnce(text, bug) : text
    writeFileSync(join(target, path), withSqlite(own, path, target))
  }
  cpSync(join(programs, 'better-sqlite3.ts'), join(target, 'better-sqlite3.ts'))
}
