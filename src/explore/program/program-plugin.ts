import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { isAbsolute } from 'node:path'
import type { Plugin } from 'vite'
import { guardLoops, type Parse } from './guard-loops.ts'
import { syntaxError } from './load-error.ts'
import { moduleKindOf } from './module-kind.ts'

/** Begins the id of a module that passes on what Node loads from a CommonJS file. */
const COMMONJS = '\0fauxgraph-commonjs:'

const isSource = (id: string): boolean => /\.(?:[cm]?[jt]sx?)$/.test(id) && isAbsolute(id)

/** The names that a CommonJS file exports, as far as its text shows them. */
function namesIn(source: string): string[] {
  const members = [...source.matchAll(/\bexports\.([A-Za-z_$][\w$]*)\s*=/g)].map(([, name = '']) => name)
  const [, listed = ''] = /\bmodule\.exports\s*=\s*\{([^{}]*)\}/.exec(source) ?? []
  const shorthand = listed.split(',').map((part) => part.trim().split(':')[0]?.trim() ?? '')
  return [...new Set([...members, ...shorthand])].filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default',
  )
}

/** The text of a module that exports what Node loads from a CommonJS file, anew for each process. */
function passOn(file: string): string {
  const names = namesIn(readFileSync(file, 'utf8'))
  const lines = names.map((name) => `export const ${name} = loaded[${JSON.stringify(name)}]`)
  return [
    `import { createRequire } from 'node:module'`,
    `const loaded = createRequire(${JSON.stringify(file)})(${JSON.stringify(file)})`,
    'export default loaded',
    ...lines,
  ].join('\n')
}

/** The path of a module without its query. */
const pathOf = (id: string): string => id.split(/[?#]/)[0] ?? ''

/** The path of a module of the program itself; undefined for modules of packages, and other files. */
function ownFile(id: string): string | undefined {
  const file = pathOf(id)
  return isSource(file) && !file.includes('/node_modules/') ? file : undefined
}

interface CommonJsName {
  readonly name: string
  readonly used: RegExp
  readonly declared: RegExp
  readonly value: (file: string) => string
}

/** What CommonJS code, also compiled from TypeScript, finds without an import. */
const commonJsNames: readonly CommonJsName[] = [
  {
    name: '__filename',
    used: /(?<![\w$.])__filename\b/,
    declared: /\b(?:const|let|var) __filename\b/,
    value: (file) => JSON.stringify(file),
  },
  {
    name: '__dirname',
    used: /(?<![\w$.])__dirname\b/,
    declared: /\b(?:const|let|var) __dirname\b/,
    value: (file) => `process.getBuiltinModule('node:path').dirname(${JSON.stringify(file)})`,
  },
  {
    name: 'require',
    used: /(?<![\w$.])require\b/,
    declared: /\b(?:const|let|var|function) require\b/,
    value: (file) => `process.getBuiltinModule('node:module').createRequire(${JSON.stringify(file)})`,
  },
]

/** Declares what a module uses and does not declare, on its first line: the others keep their numbers. */
function withCommonJsNames(code: string, file: string): string {
  const missing = commonJsNames.filter(({ used, declared }) => used.test(code) && !declared.test(code))
  return missing.map(({ name, value }) => `const ${name} = ${value(file)};`).join('') + code
}

/** Lets Vite load what Node would load: CommonJS files of the program, and packages that are fresh. */
export function programPlugin(fresh: readonly string[]): Plugin {
  const isFresh = (id: string) => fresh.some((name) => id === name || id.startsWith(`${name}/`))
  return {
    name: 'fauxgraph-program',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || isBuiltin(source)) return undefined
      if (isFresh(source)) {
        const file = createRequire(importer).resolve(source)
        if (moduleKindOf(file) === 'commonjs') return COMMONJS + file
      }
      if (!source.startsWith('.') && !isAbsolute(source)) return undefined
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      const file = ownFile(resolved?.id ?? '')
      return file !== undefined && moduleKindOf(file) === 'commonjs' ? COMMONJS + file : undefined
    },
    load(id) {
      return id.startsWith(COMMONJS) ? passOn(id.slice(COMMONJS.length)) : undefined
    },
    transform(code, id) {
      const file = ownFile(id)
      return file === undefined ? undefined : { code: withCommonJsNames(code, file), map: null }
    },
  }
}

/** Guards the loops of the program's own modules, once they are JavaScript. */
export const loopPlugin = (parse: Parse): Plugin => ({
  name: 'fauxgraph-loops',
  enforce: 'post',
  transform(code, id) {
    const file = ownFile(id)
    if (file === undefined) return undefined
    try {
      return { code: guardLoops(code, parse), map: null }
    } catch (thrown) {
      throw syntaxError(thrown, code, file)
    }
  },
})
