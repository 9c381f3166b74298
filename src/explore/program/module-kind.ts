import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** The module system of a program: its modules are loaded afresh by other means for each. */
export type ModuleKind = 'module' | 'commonjs'

/** The nearest package.json at or above a folder. */
function nearestPackage(folder: string): string | undefined {
  const path = join(folder, 'package.json')
  if (existsSync(path)) return path
  const parent = dirname(folder)
  return parent === folder ? undefined : nearestPackage(parent)
}

function isModulePackage(file: string): boolean {
  const path = nearestPackage(dirname(file))
  if (path === undefined) return false
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return typeof content === 'object' && content !== null && Reflect.get(content, 'type') === 'module'
}

/** Beginnings of lines that only an ES module has. */
const statements = ['import ', 'import{', 'import"', "import'", 'export ', 'export{', 'export*']

const hasStatements = (text: string): boolean =>
  text.split('\n').some((line) => statements.some((beginning) => line.trimStart().startsWith(beginning)))

/** How Node would read a file. TypeScript and JSX are transformed, whatever package they stand in. */
export function moduleKindOf(file: string): ModuleKind {
  const extension = extname(file)
  if (extension === '.cjs') return 'commonjs'
  if (extension !== '.js') return 'module'
  return isModulePackage(file) || hasStatements(readFileSync(file, 'utf8')) ? 'module' : 'commonjs'
}
